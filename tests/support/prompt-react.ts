// What was waited for behind a placeholder, React holds back until the placeholder stood for 300 ms, so that nothing flashes before
// anybody's eyes. Nobody looks here, and each page is loaded behind one: that was a fifth of a second of waiting in every test that
// opens the application. React takes its timer once, when it is loaded, and for that alone; the scheduler's own is taken before.
import 'scheduler'

const { setTimeout: start } = globalThis
Reflect.set(globalThis, 'setTimeout', (run: () => void) => start(run, 0))
await import('react-dom/client')
Reflect.set(globalThis, 'setTimeout', start)
