console.log('later one');
