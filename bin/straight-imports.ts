// Takes names of the AWS SDK from the files that define them instead of from the index of a package. A bundler keeps a file for
// every function that reaches it, and through an index each reaches all that any of them uses: what one call needs on first use
// (reading XML, say) would be loaded at the start of every function.
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Plugin, PluginBuild } from 'esbuild'

const sdk = /node_modules\/@(?:aws-sdk|smithy)\/.*dist-es\/.*\.js$/
const own = /functions\/.*\.ts$|node_modules\/@aws-lambda-powertools\/.*\.js$/
const imports = /^import \{([^}]*)\} from ["']([^"']+)["'];?$/gm
const passedOn = /^export \{([^}]*)\} from "([^"]+)";$/gm
const allOf = /^export \* from "([^"]+)";$/gm
const given = /^export \{([^}]*)\};$/gm
const defined = /^export (?:async )?(?:const|let|var|class|function) ([\w$]+)/gm

type Name = { name: string; as: string }
const namesIn = (list: string): Name[] =>
  list
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
    .map((each) => {
      const [name = each, as = name] = each.split(' as ')
      return { name, as }
    })

type Origin = { name: string; from: string }
/** What a file passes on by name, what it defines, and the files that it passes on whole. */
type Index = { passed: Map<string, Origin>; defined: Set<string>; whole: string[] }
type Place = { name: string; file: string }

// Packages stay as they are while a process builds one function after another.
const indexes = new Map<string, Promise<Index>>()
const files = new Map<string, Promise<string | undefined>>()
const straightened = new Map<string, Promise<string>>()

export const straightImports: Plugin = {
  name: 'straight-imports',
  setup(building: PluginBuild) {
    function fileOf(from: string, at: string): Promise<string | undefined> {
      const key = from.startsWith('.') ? `${dirname(at)} ${from}` : from
      const known = files.get(key)
      if (known) return known
      const resolving = building
        .resolve(from, { resolveDir: dirname(at), importer: at, kind: 'import-statement' })
        .then(({ path, namespace, external }) =>
          namespace === 'file' && !external && sdk.test(path) ? path : undefined,
        )
      files.set(key, resolving)
      return resolving
    }

    /** What a file passes on of other files. */
    function indexOf(file: string): Promise<Index> {
      const known = indexes.get(file)
      if (known) return known
      const reading = readFile(file, 'utf8').then((text) => {
        const taken = new Map<string, Origin>()
        for (const [, list = '', from = ''] of text.matchAll(imports))
          for (const { name, as } of namesIn(list)) taken.set(as, { name, from })
        const passed = new Map<string, Origin>()
        for (const [, list = '', from = ''] of text.matchAll(passedOn))
          for (const { name, as } of namesIn(list)) passed.set(as, { name, from })
        for (const [, list = ''] of text.matchAll(given))
          for (const { name, as } of namesIn(list)) {
            const origin = taken.get(name)
            if (origin) passed.set(as, origin)
          }
        const names = [...text.matchAll(defined)].map(([, name = '']) => name)
        return { passed, defined: new Set(names), whole: [...text.matchAll(allOf)].map(([, from = '']) => from) }
      })
      indexes.set(file, reading)
      return reading
    }

    async function placeOf(name: string, from: string, at: string): Promise<Place | undefined> {
      const file = await fileOf(from, at)
      if (!file) return undefined
      const { passed, defined, whole } = await indexOf(file)
      if (defined.has(name)) return { name, file }
      const next = passed.get(name)
      if (next) return (await placeOf(next.name, next.from, file)) ?? { name, file }
      for (const other of whole) {
        const place = await placeOf(name, other, file)
        if (place) return place
      }
      return undefined
    }

    async function straighten(path: string): Promise<string> {
      let contents = await readFile(path, 'utf8')
      for (const [line, list = '', from = ''] of contents.matchAll(imports)) {
        if (!/^@(?:aws-sdk|smithy)\//.test(from)) continue
        const values = namesIn(list).filter(({ name }) => !name.startsWith('type '))
        const straight = await Promise.all(
          values.map(async ({ name, as }) => {
            const place = await placeOf(name, from, path)
            return `import { ${place?.name ?? name} as ${as} } from ${JSON.stringify(place?.file ?? from)};`
          }),
        )
        contents = contents.replace(line, () => straight.join(' '))
      }
      return contents
    }
    function straightenOnce(path: string): Promise<string> {
      const known = straightened.get(path)
      if (known) return known
      const work = straighten(path)
      straightened.set(path, work)
      return work
    }
    building.onLoad({ filter: sdk }, async ({ path }) => ({ contents: await straightenOnce(path), loader: 'js' }))
    building.onLoad({ filter: own }, async ({ path }) => ({
      contents: await straighten(path),
      loader: path.endsWith('.ts') ? 'ts' : 'js',
    }))
  },
}
