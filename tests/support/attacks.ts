// Hostile code for the frame of a tenant's own code. Each piece tries one way to what the page around it knows, and says
// what it got with `tell`; a piece that got nothing says so too, so that a piece which never ran is not taken for a wall.
import { TRAP } from './payloads.ts'

const head = `<script>
function tell(name, value) {
  parent.postMessage({ attack: name, got: value === undefined ? null : String(value) }, '*')
}
function attempt(name, work) {
  try {
    Promise.resolve(work()).then((value) => tell(name, value), () => tell(name))
  } catch (error) { tell(name) }
}
</script>`

const attempts: Record<string, string> = {
  localStorage: "localStorage.getItem('access_token')",
  sessionStorage: 'JSON.stringify(sessionStorage)',
  cookies: 'document.cookie || undefined',
  indexedDb:
    "new Promise((yes, no) => { const r = indexedDB.open('leadloom'); r.onsuccess = () => yes(r.result.name); r.onerror = no })",
  caches: "caches.keys().then((keys) => 'caches ' + keys.length)",
  parentStorage: "parent.localStorage.getItem('access_token')",
  topStorage: "top.localStorage.getItem('access_token')",
  parentDocument: 'parent.document.body.innerText',
  topTitle: 'top.document.title',
  topAddress: 'top.location.href',
  opener: 'window.opener && window.opener.document.body.innerText || undefined',
  frameElement: 'frameElement && frameElement.ownerDocument.body.innerText || undefined',
  fetchApi: "fetch('/api/general/domain-info').then((r) => r.text())",
  fetchApiWithCredentials: "fetch('/api/user/guided-tour', { credentials: 'include' }).then((r) => r.text())",
  fetchPage: "fetch('/').then((r) => r.text())",
  requestApi:
    "new Promise((yes, no) => { const x = new XMLHttpRequest(); x.open('GET', '/api/general/domain-info'); x.onload = () => yes(x.responseText); x.onerror = no; x.send() })",
  refreshToken: "fetch('/api/auth/refresh-token', { method: 'POST', body: '{}' }).then((r) => r.text())",
  patchParentFetch: "(parent.fetch = () => 0, 'patched')",
  defineOnParent: "(Object.defineProperty(parent, 'fetch', { value: 0 }), 'patched')",
  evalInParent: "parent.eval('localStorage.access_token')",
  functionOfParent: "parent.Function('return localStorage.access_token')()",
  siblingFrames:
    '[...Array(parent.length)].map((_, at) => parent.frames[at]).filter((f) => f !== window).map((f) => f.document.body.innerText).join() || undefined',
  nestedFrame:
    "new Promise((yes, no) => { const f = document.createElement('iframe'); f.src = '/login'; f.onload = () => { try { yes(f.contentDocument.body.innerText) } catch (e) { no(e) } }; document.body.append(f) })",
  blankFrame:
    "(() => { const f = document.createElement('iframe'); document.body.append(f); return f.contentWindow.localStorage.getItem('access_token') })()",
  sourceFrame:
    "new Promise((yes, no) => { addEventListener('message', ({ data }) => data && data.inner !== undefined && (data.inner ? yes(data.inner) : no())); const f = document.createElement('iframe'); f.srcdoc = '<script>let v; try { v = localStorage.access_token } catch {} parent.postMessage({ inner: v || null }, \"*\")<' + '/script>'; document.body.append(f) })",
  worker:
    "new Promise((yes, no) => { const w = new Worker('/sw.js'); w.onerror = no; setTimeout(() => yes('worker'), 400) })",
  sharedWorker:
    "new Promise((yes, no) => { const w = new SharedWorker('/sw.js'); w.onerror = no; setTimeout(() => yes('worker'), 400) })",
  serviceWorker: "navigator.serviceWorker.register('/sw.js').then(() => 'registered')",
  broadcast:
    "new Promise((yes, no) => { new BroadcastChannel('session').onmessage = (e) => yes(e.data); setTimeout(no, 300) })",
  locks: "navigator.locks.request('leadloom-refresh', () => 'locked')",
  credentials: 'navigator.credentials.get({ password: true }).then((c) => c && c.password)',
  clipboard: 'navigator.clipboard.readText()',
  domain: "(document.domain = 'localhost', parent.document.title)",
  referrer: 'document.referrer || undefined',
  listenToParent: "(parent.addEventListener('keydown', () => 0), 'listening')",
  askParent:
    "new Promise((yes, no) => { addEventListener('message', (e) => e.source === parent && !e.data.embeddedPageView && yes(JSON.stringify(e.data))); for (const say of ['token', { type: 'getToken' }, { embeddedHeight: 'x' }]) parent.postMessage(say, '*'); setTimeout(no, 300) })",
  popup:
    "(() => { const w = window.open('/login'); if (!w) throw 0; return w.localStorage.getItem('access_token') })()",
  script: "import('/assets/none.js').then(() => 'loaded')",
}

/** Code that moves somewhere instead of answering; what counts is where the page is afterwards. */
const moves: Record<string, string> = {
  topLocation: `<script>try { top.location = '${TRAP}/top' } catch (e) {}</script>`,
  topLink: `<a id=a target=_top href="${TRAP}/link">x</a><script>a.click()</script>`,
  topForm: `<form id=f target=_top action="${TRAP}/form"></form><script>f.submit()</script>`,
  parentForm: `<form id=f target=_parent action="/login"></form><script>f.submit()</script>`,
  namedTop: `<script>window.open('${TRAP}/named', '_top')</script>`,
  baseTop: `<base target=_top><a id=a href="${TRAP}/base">x</a><script>a.click()</script>`,
  metaTop: `<meta http-equiv=refresh content="0;url=/login">`,
  ownPage: `<script>location = '/login'</script>`,
}

export const attacks: readonly { name: string; code: string }[] = [
  ...Object.entries(attempts).map(([name, expression]) => ({
    name,
    code: `${head}<script>attempt('${name}', () => ${expression})</script>`,
  })),
  ...Object.entries(moves).map(([name, code]) => ({
    name,
    code: `${head}<script>tell('${name}')</script>${code}`,
  })),
]
