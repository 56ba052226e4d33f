// Bundles every function, prints what each weighs, and refuses one that grew over its bound.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Metafile, type PluginBuild } from 'esbuild'
import { minify } from 'vite'
import { fontEnding, fontFolder, fontPackages } from '#functions/pdf/fonts.ts'
import { type Bundle, bundleFolder, bundleId, bundles, entryOf, sizeLimitKb } from '#infra/bundles.ts'
import { refuseArguments } from './arguments.ts'
import { straightImports } from './straight-imports.ts'

/** Where the run writes; source maps stay there. */
const OUT = 'dist/bundles'

/** `gzipKb` is what is loaded at the start and is bounded; `wholeKb` is all that may be loaded on first use. */
export type BuiltBundle = { bundle: Bundle; gzipKb: number; wholeKb: number; limitKb: number }

const otherWays = [
  'fromSSO',
  'fromIni',
  'fromProcess',
  'fromLoginCredentials',
  'fromTokenFile',
  'fromWebToken',
  'fromHttp',
]

/** Functions get their credentials from their environment: the ways of a developer's machine stay outside. */
const credentialsFromEnvironment = {
  name: 'credentials-from-environment',
  setup(building: PluginBuild) {
    const filter = /^@aws-sdk\/credential-provider-(sso|ini|process|login|web-identity|http)$/
    building.onResolve({ filter }, ({ path }) => ({ path, namespace: 'absent' }))
    const refuse = "() => async () => { throw new Error('This function found no credentials in its environment.') }"
    const contents = otherWays.map((name) => `export const ${name} = ${refuse}`).join('\n')
    building.onLoad({ filter: /.*/, namespace: 'absent' }, () => ({ loader: 'js', contents }))
  },
}

/** Commands of the table that ElectroDB knows. */
export const tableCommands = [
  'Get',
  'Put',
  'Update',
  'Delete',
  'Query',
  'Scan',
  'BatchGet',
  'BatchWrite',
  'TransactGet',
  'TransactWrite',
]

/**
 * ElectroDB asks for a whole library where it uses ten commands of it, and checks the shape of each entity at every start. Those are
 * the same in every start: the tests open all of them with the check in place.
 */
const slimElectro = {
  name: 'slim-electro',
  setup(building: PluginBuild) {
    const importer = /node_modules\/electrodb\//
    building.onResolve({ filter: /^(@aws-sdk\/lib-dynamodb|jsonschema)$/ }, ({ path, importer: by }) =>
      importer.test(by) ? { path, namespace: 'slim' } : undefined,
    )
    building.onLoad({ filter: /^jsonschema$/, namespace: 'slim' }, () => ({
      loader: 'js',
      // By the same check it tells a model from an entity that was made of one.
      contents: `export class Validator {
        addSchema() {}
        validate(one) {
          const isModel = one && one._instance === undefined && one.attributes && one.indexes
          return { errors: isModel ? [] : [{ property: 'instance', message: 'is no model' }] }
        }
      }
      Validator.prototype.customFormats = {}`,
    }))
    building.onLoad({ filter: /lib-dynamodb$/, namespace: 'slim' }, async ({ path }) => {
      const index = await building.resolve(path, { resolveDir: process.cwd(), kind: 'import-statement' })
      const lines = tableCommands.map((name) => `export { ${name}Command } from './commands/${name}Command.js'`)
      return { loader: 'js', contents: lines.join('\n'), resolveDir: dirname(index.path) }
    })
  },
}

/** The table's client keeps endpoints that it finds by itself, which it is not asked to: a plain map is enough for none. */
const plainEndpoints = {
  name: 'plain-endpoints',
  setup(building: PluginBuild) {
    building.onResolve({ filter: /^mnemonist\/lru-cache$/ }, ({ path }) => ({ path, namespace: 'map' }))
    building.onLoad({ filter: /.*/, namespace: 'map' }, () => ({
      loader: 'js',
      contents: 'export default class extends Map { constructor() { super() } peek(key) { return this.get(key) } }',
    }))
  },
}

/** What draws documents of schemas is needed where the documents are made, and no function makes one. */
const noSchemaDrawing = {
  name: 'no-schema-drawing',
  setup(building: PluginBuild) {
    const filter = /zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/
    building.onLoad({ filter }, ({ path }) => {
      const names = [...readFileSync(path, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)].map(
        ([, name]) => name,
      )
      const refuse = "const refuse = () => { throw new Error('Functions draw no JSON schema of a type.') }"
      return {
        loader: 'js',
        contents: [refuse, `export { ${names.map((name) => `refuse as ${name}`).join(', ')} }`].join('\n'),
      }
    })
  },
}

/** A client of the SDK tells its version, and for that brings the whole description of its package. */
const shortPackages = {
  name: 'short-packages',
  setup(building: PluginBuild) {
    building.onLoad({ filter: /@aws-sdk\/[^/]+\/package\.json$/ }, ({ path }) => {
      const { name, version } = JSON.parse(readFileSync(path, 'utf8'))
      return { loader: 'json', contents: JSON.stringify({ name, version }) }
    })
  },
}

const outputOf = (bundle: Bundle) => `${OUT}/${bundleId(bundle)}.mjs`

/** Files that an output loads at its start, or all that it may come to load. */
function reach(metafile: Metafile, from: string, which: 'start' | 'whole'): string[] {
  const found = new Set<string>()
  const visit = (file: string) => {
    const output = metafile.outputs[file]
    if (!output || found.has(file)) return
    found.add(file)
    for (const { path, kind } of output.imports) if (which === 'whole' || kind !== 'dynamic-import') visit(path)
  }
  visit(from)
  return [...found]
}

type Sizes = Map<string, number>
/** Kilobytes of files together, gzipped; each is compressed once, however many functions load it. */
function sizeOf(files: string[], known: Sizes): number {
  for (const file of files)
    if (!known.has(file)) known.set(file, gzipSync(readFileSync(file), { level: 9 }).length / 1024)
  return files.reduce((sum, file) => sum + (known.get(file) ?? 0), 0)
}

/** Functions that draw papers bring the fonts along, where Node looks for packages. */
function copyFonts(folder: string): void {
  for (const { name, weights } of fontPackages) {
    const [from, to] = [fontFolder(name), join(folder, 'node_modules/@fontsource', name)]
    const files = readdirSync(join(from, 'files')).filter((file) =>
      weights.some((each) => file.endsWith(fontEnding(each))),
    )
    for (const file of ['package.json', 'unicode.json', ...files.map((each) => join('files', each))]) {
      mkdirSync(dirname(join(to, file)), { recursive: true })
      cpSync(join(from, file), join(to, file))
    }
  }
}

/**
 * The minifier of the web application gives short names to more than esbuild does: a fiftieth less. With `hasMaps` the maps still lead to
 * our sources.
 */
async function shorten(outputs: string[], hasMaps: boolean): Promise<void> {
  for (const file of outputs.filter((each) => each.endsWith('.mjs'))) {
    const inputMap = hasMaps ? JSON.parse(readFileSync(`${file}.map`, 'utf8')) : undefined
    const { code, map, errors } = await minify(file, readFileSync(file, 'utf8'), {
      module: true,
      // Names alone are made shorter: what the code does stays as esbuild wrote it.
      compress: false,
      sourcemap: hasMaps,
      inputMap,
    })
    if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
    writeFileSync(file, code)
    if (map) writeFileSync(`${file}.map`, JSON.stringify(map))
  }
}

/** What is imported on first use becomes a file of its own, so a heavy library costs nothing until it is needed. */
async function bundle(which: readonly Bundle[], hasMaps: boolean): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: which.map((each) => ({ in: entryOf(each), out: bundleId(each) })),
    outdir: OUT,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'parts/[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // Packages' module form is what can be shaken out; what has only the older form asks for `require`.
    mainFields: ['module', 'main'],
    banner: { js: "import{createRequire as makeRequire}from'node:module';const require=makeRequire(import.meta.url);" },
    minify: true,
    sourcemap: hasMaps && 'external',
    metafile: true,
    legalComments: 'none',
    plugins: [credentialsFromEnvironment, slimElectro, plainEndpoints, noSchemaDrawing, shortPackages, straightImports],
    logLevel: 'warning',
  })
  return metafile
}

/** A folder for each function with the files that it can reach. `hasMaps`: beside the run's files, for who reads a stack. */
export async function buildFunctions(
  which: readonly Bundle[] = bundles,
  { hasMaps = true }: { hasMaps?: boolean } = {},
): Promise<{ built: BuiltBundle[]; metafile: Metafile }> {
  const missing = which.filter((each) => !existsSync(entryOf(each)))
  if (missing.length)
    throw new Error(`These functions are defined but have no file: ${missing.map(entryOf).join(', ')}.`)
  for (const folder of [OUT, 'dist/functions']) rmSync(folder, { recursive: true, force: true })
  // Functions that share a run share parts, and the finer the parts the worse they compress: so each of the API has its own.
  const groups = [
    ...which.filter(({ kind }) => kind === 'api').map((each) => [each]),
    which.filter(({ kind }) => kind !== 'api'),
  ]
  const runs = await Promise.all(groups.filter((group) => group.length > 0).map((group) => bundle(group, hasMaps)))
  const metafile: Metafile = {
    inputs: Object.assign({}, ...runs.map(({ inputs }) => inputs)),
    outputs: Object.assign({}, ...runs.map(({ outputs }) => outputs)),
  }
  // Runs write the parts that they have in common to the same files, so this waits for all of them.
  await shorten(Object.keys(metafile.outputs), hasMaps)
  const sizes: Sizes = new Map()
  const built = which.map((each): BuiltBundle => {
    const entry = outputOf(each)
    const whole = reach(metafile, entry, 'whole')
    for (const file of whole) {
      const target = join(bundleFolder(each), file === entry ? 'index.mjs' : join('parts', basename(file)))
      mkdirSync(dirname(target), { recursive: true })
      cpSync(file, target)
    }
    if (whole.some((file) => 'functions/pdf/fonts.ts' in (metafile.outputs[file]?.inputs ?? {})))
      copyFonts(bundleFolder(each))
    const gzipKb = sizeOf(reach(metafile, entry, 'start'), sizes)
    return { bundle: each, gzipKb, wholeKb: sizeOf(whole, sizes), limitKb: sizeLimitKb[each.kind] }
  })
  return { built, metafile }
}

/** The largest packages in what a function loads at its start, for the person who has to bring it back under its bound. */
function heaviest(metafile: Metafile, bundle: Bundle, count = 10): { name: string; kb: number }[] {
  const sums = new Map<string, number>()
  for (const file of reach(metafile, outputOf(bundle), 'start'))
    for (const [path, { bytesInOutput }] of Object.entries(metafile.outputs[file]?.inputs ?? {})) {
      const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? dirname(path)
      sums.set(name, (sums.get(name) ?? 0) + bytesInOutput)
    }
  const sorted = [...sums].map(([name, bytes]) => ({ name, kb: Math.round(bytes / 1024) })).sort((a, b) => b.kb - a.kb)
  return sorted.slice(0, count)
}

async function main(): Promise<void> {
  const { built, metafile } = await buildFunctions()
  console.log(
    `${'function'.padEnd(34)}${'at start'.padStart(10)}${'bound'.padStart(8)}${'whole'.padStart(8)}   (KB, gzipped)`,
  )
  const sizes = built.toSorted((a, b) => b.gzipKb - a.gzipKb)
  for (const { bundle, gzipKb, wholeKb, limitKb } of sizes) {
    const numbers = [gzipKb.toFixed(0).padStart(10), String(limitKb).padStart(8), wholeKb.toFixed(0).padStart(8)]
    console.log(`${bundleId(bundle).padEnd(34)}${numbers.join('')}`)
  }
  const over = sizes.filter(({ gzipKb, limitKb }) => gzipKb > limitKb)
  for (const { bundle } of over) {
    const parts = heaviest(metafile, bundle).map(({ name, kb }) => `${name} ${kb}`)
    console.error(`${bundleId(bundle)} is over its bound. Heaviest, before compression: ${parts.join(', ')}`)
  }
  if (over.length) process.exitCode = 1
}

if (import.meta.main) {
  refuseArguments('build')
  await main()
}
