console.log("later one");
