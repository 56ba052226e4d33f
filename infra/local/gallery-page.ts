// The gallery of interface parts: built when somebody looks at it first, and served by this machine alone.
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { serveStatic } from './static.ts'
import { buildWeb } from './web-build.ts'

export const galleryPath = '/_local/gallery'

export function createGalleryPage(root: string) {
  let built: Promise<string> | undefined
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    built ??= buildWeb(root, { site: 'gallery' }).catch((error) => {
      built = undefined
      throw error
    })
    const dir = await built
    const { pathname } = new URL(req.url ?? '/', 'http://gallery')
    const path = pathname.slice(galleryPath.length)
    if (path && serveStatic(dir, path, req, res)) return
    res.setHeader('content-type', 'text/html; charset=utf-8')
    res.end(readFileSync(join(dir, 'index.html')))
  }
}
