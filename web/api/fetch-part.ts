// Parts of the application that are fetched when they are first needed. A browser remembers a part that did not arrive until
// the page is left: after an outage every further try would fail without asking anybody.
import { base } from './base.ts'
import { unreachable } from './read-answer.ts'

async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch(`${base}/.well-known/jwks.json`, { cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/**
 * Loads a part that somebody waits for who asked for something. When it does not arrive although the server is there, only a new
 * page can load it, so the page is loaded anew; without a server it is a failure like any other, and can be tried again.
 */
export async function fetchPart<Part>(load: () => Promise<Part>, reload = () => location.reload()): Promise<Part> {
  try {
    return await load()
  } catch {
    if (!(await isServerThere())) throw unreachable()
    reload()
    // The page is being left: nobody may see a failure of it meanwhile.
    return new Promise(() => undefined)
  }
}
