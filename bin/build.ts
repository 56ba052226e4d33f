// Bundles every function in one run, prints what each weighs, and refuses one that grew over its bound.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Metafile } from 'esbuild'
import { type Bundle, bundleFolder, bundleId, bundles, entryOf, sizeLimitKb } from '#infra/bundles.ts'

const MAPS = 'dist/source-maps'

export type BuiltBundle = { bundle: Bundle; bytes: number; gzipKb: number; limitKb: number }

/** Bundles into dist/functions; one folder a function, source maps beside them and not inside. */
export async function buildFunctions(which: readonly Bundle[] = bundles): Promise<{ built: BuiltBundle[]; metafile: Metafile }> {
  const missing = which.filter((bundle) => !existsSync(entryOf(bundle)))
  if (missing.length) throw new Error(`These functions are defined but have no file: ${missing.map(entryOf).join(', ')}.`)
  rmSync('dist/functions', { recursive: true, force: true })
  const { metafile } = await build({
    entryPoints: which.map((bundle) => ({ in: entryOf(bundle), out: `${bundleId(bundle)}/index` })),
    outdir: 'dist/functions',
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node24',
    // CommonJS starts a quarter faster than modules here. Packages' module form is what can be shaken out.
    format: 'cjs',
    mainFields: ['module', 'main'],
    minify: true,
    keepNames: true,
    sourcemap: 'external',
    metafile: true,
    legalComments: 'none',
    logLevel: 'warning',
  })
  const built = await Promise.all(
    which.map(async (bundle) => {
      const file = join(bundleFolder(bundle), 'index.cjs')
      const map = join(MAPS, bundleId(bundle), 'index.cjs.map')
      mkdirSync(dirname(map), { recursive: true })
      renameSync(`${file}.map`, map)
      const code = await readFile(file)
      return { bundle, bytes: code.length, gzipKb: gzipSync(code, { level: 9 }).length / 1024, limitKb: sizeLimitKb[bundle.kind] }
    }),
  )
  return { built, metafile }
}

/** The largest packages in a bundle, for whoever has to bring it back under its bound. */
export function heaviest(metafile: Metafile, bundle: Bundle, count = 8): { name: string; kb: number }[] {
  const output = Object.entries(metafile.outputs).find(([path]) => path.endsWith(`${bundleId(bundle)}/index.cjs`))?.[1]
  const sums = new Map<string, number>()
  for (const [path, { bytesInOutput }] of Object.entries(output?.inputs ?? {})) {
    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? dirname(path)
    sums.set(name, (sums.get(name) ?? 0) + bytesInOutput)
  }
  return [...sums].map(([name, bytes]) => ({ name, kb: Math.round(bytes / 1024) })).sort((a, b) => b.kb - a.kb).slice(0, count)
}

async function main(): Promise<void> {
  const { built, metafile } = await buildFunctions()
  for (const { bundle, bytes, gzipKb, limitKb } of built.toSorted((a, b) => b.gzipKb - a.gzipKb))
    console.log(`${bundleId(bundle).padEnd(32)} ${(bytes / 1024).toFixed(0).padStart(6)} KB  ${gzipKb.toFixed(0).padStart(5)} KB gz  of ${limitKb}`)
  const over = built.filter(({ gzipKb, limitKb }) => gzipKb > limitKb)
  for (const { bundle } of over) console.error(`${bundleId(bundle)} is over its bound. Heaviest:`, heaviest(metafile, bundle).map(({ name, kb }) => `${name} ${kb}`).join(', '))
  if (over.length) process.exitCode = 1
}

if (import.meta.main) await main()
