// `npm run publish:web -- <environment>`: puts the built web application into the environment's site bucket. New files
// first and the page last, so that nobody gets a page whose files are not there yet; older files stay for pages that
// are open in somebody's browser. `--to <folder>` only builds it there, and `<environment> --from <folder>` publishes what was built
// before: one build for all environments, and the way back to an earlier one.
import { cpSync, existsSync, globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { environment, refusalForStage } from '#infra/environments.ts'
import { buildWeb } from '#infra/local/web-build.ts'
import { EDGE_REGION, names } from '#infra/names.ts'

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

export type SiteFile = { key: string; path: string; type: string }

/** Files in the order in which they are to be sent. A kind of file that nobody thought of stops here, not in a browser. */
export function planSite(folder: string): SiteFile[] {
  const keys = globSync('**/*.*', { cwd: folder })
    .map((key) => key.replaceAll('\\', '/'))
    .sort()
  const files = keys.map((key): SiteFile => {
    const type = types[extname(key)]
    if (!type) throw new Error(`No content type is known for ${key}: add it to bin/publish.ts.`)
    return { key, path: join(folder, key), type }
  })
  const isPage = ({ key }: SiteFile) => key === 'index.html'
  if (!files.some(isPage)) throw new Error(`There is no index.html in ${folder}.`)
  return [...files.filter((file) => !isPage(file)), ...files.filter(isPage)]
}

export async function publishSite(client: S3Client, Bucket: string, files: readonly SiteFile[]): Promise<void> {
  for (const { key, path, type } of files) {
    const CacheControl = key === 'index.html' ? 'no-store' : undefined
    await client.send(
      new PutObjectCommand({ Bucket, Key: key, Body: readFileSync(path), ContentType: type, CacheControl }),
    )
  }
}

const built = () => buildWeb(fileURLToPath(new URL('..', import.meta.url)))

function stop(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { from: { type: 'string' }, to: { type: 'string' } },
    allowPositionals: true,
  })
  if (values.to !== undefined) {
    if (existsSync(values.to)) stop(`${values.to} is there already: name a new folder.`)
    cpSync(await built(), values.to, { recursive: true })
    return void console.log(`The application is in ${values.to}.`)
  }
  const [stage] = positionals
  const refusal = refusalForStage(stage)
  if (refusal) stop(refusal)
  const target = environment(stage)
  const files = planSite(values.from ?? (await built()))
  await publishSite(new S3Client({ region: EDGE_REGION }), names.siteBucket(target), files)
  console.log(`${files.length} files are in ${names.siteBucket(target)}.`)
}

// Credentials that are missing, or a bucket that is not there yet, are told in a sentence and not with a stack.
if (import.meta.main)
  await main().catch((error: unknown) => stop(error instanceof Error ? error.message : String(error)))
