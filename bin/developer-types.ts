// Types for programs of the developer API, generated from its document as customers generate theirs.
import { spawnSync } from 'node:child_process'
import { createRequire, registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { allCalls } from '#shared/contracts/index.ts'
import { SOME_HOST, toDeveloperDocument } from '#shared/openapi/developer.ts'

const root = join(import.meta.dirname, '..')
/** Where the tests have them, in place of a customer. */
export const TYPES_FILE = 'tests/functions/developer/client-types.ts'

/** The generator writes by the programming interface of TypeScript 5, which 7 has not: it gets the one of another generator here. */
function lendCompiler(): void {
  const lender = pathToFileURL(createRequire(import.meta.url).resolve('ts-json-schema-generator')).href
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, specifier === 'typescript' ? { ...context, parentURL: lender } : context),
  })
}

/** Written as the rest of the code is. */
function format(code: string): string {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const args = [biome, 'check', '--write', `--stdin-file-path=${TYPES_FILE}`]
  const { stdout, status, stderr } = spawnSync(process.execPath, args, { cwd: root, input: code, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

export async function makeDeveloperTypes(): Promise<string> {
  lendCompiler()
  const { astToString, default: generate } = await import('openapi-typescript')
  const text = JSON.stringify(toDeveloperDocument(allCalls, SOME_HOST))
  const code = astToString(await generate(text, { alphabetize: true }))
  return format(
    `// Made by \`npm run -s openapi -- --types\` from the document of the developer API. Do not change it here.\n${code}`,
  )
}
