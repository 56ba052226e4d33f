// The site's static files as the edge serves them: hashed assets for a year, everything else briefly.
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { isPixelScript, pixelFile } from '#shared/pixel.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.csv': 'text/csv; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
}
const compressible = new Set(['.js', '.css', '.svg', '.json', '.csv'])
const compressed = new Map<string, Buffer>()

function brotli(file: string): Buffer {
  const stamp = `${file}:${statSync(file).mtimeMs}`
  const known = compressed.get(stamp)
  if (known) return known
  const bytes = brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
  compressed.set(stamp, bytes)
  return bytes
}

/** Serves a file below `dir`; false when there is none, so that the page can answer. A campaign's script is one file for all. */
export function serveStatic(dir: string, asked: string, req: IncomingMessage, res: ServerResponse): boolean {
  const path = isPixelScript(asked) ? pixelFile : asked
  const extension = extname(path)
  const file = join(dir, normalize(path))
  if (!extension || extension === '.html' || !file.startsWith(dir) || !existsSync(file) || !statSync(file).isFile())
    return false
  res.setHeader('content-type', types[extension] ?? 'application/octet-stream')
  res.setHeader(
    'cache-control',
    path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
  )
  res.setHeader('x-content-type-options', 'nosniff')
  // The pixel script and fonts are loaded by pages of other sites.
  res.setHeader('cross-origin-resource-policy', 'cross-origin')
  if (compressible.has(extension) && /\bbr\b/.test(String(req.headers['accept-encoding']))) {
    res.setHeader('content-encoding', 'br')
    res.end(brotli(file))
  } else createReadStream(file).pipe(res)
  return true
}
