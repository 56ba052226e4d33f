// Tells open pages that a new version of the application is there. It keeps nothing and answers nothing: every request
// goes to the network as if this file did not exist. Build: __BUILD__
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
