console.log('one');
import('./later-DPGAFYPH.js');
