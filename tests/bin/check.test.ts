import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lintArgs } from '#bin/check.ts'
import { runNode } from '#bin/children.ts'

const root = join(import.meta.dirname, '../..')

/** One line of code that breaks one rule, and the rule that must say so. */
const faults: [file: string, code: string, rule: string][] = [
  ['shared/now.ts', 'export const now = () => Date.now()', 'noJsRestrictedProperties'],
  ['shared/chance.ts', 'export const chance = () => Math.random()', 'noJsRestrictedProperties'],
  ['shared/uuid.ts', 'export const id = () => crypto.randomUUID()', 'noJsRestrictedProperties'],
  ['shared/clock.ts', 'export const clock = () => new Date()', 'plugin'],
  ['shared/node.ts', "import { join } from 'node:path'\n\nexport const here = join('a', 'b')", 'noNodejsModules'],
  ['shared/env.ts', 'export const stage = process.env.STAGE', 'noProcessEnv'],
  ['shared/log.ts', "console.log('a')", 'noConsole'],
  ['shared/zod.ts', "import { z } from 'zod'\n\nexport const Name = z.string()", 'noRestrictedImports'],
  ['shared/any.ts', 'export const any = (value: any) => String(value)', 'noExplicitAny'],
  ['shared/barrel.ts', "export * from './now.ts'", 'noBarrelFile'],
  ['functions/api/session/env.ts', 'export const { env } = process', 'noJsRestrictedProperties'],
  ['functions/kit/env-too.ts', 'export const stage = process.env.STAGE', 'noProcessEnv'],
  ['functions/domain/reach.ts', "export const reach = () => fetch('https://a.test')", 'noRestrictedGlobals'],
  ['functions/domain/log.ts', "console.error('a')", 'noConsole'],
  ['web/features/wallet/reach.ts', "export const reach = () => fetch('/api')", 'noRestrictedGlobals'],
  ['web/features/wallet/around.ts', "export const reach = () => window.fetch('/api')", 'noJsRestrictedProperties'],
  ['web/ui/socket.ts', "export const socket = new WebSocket('/')", 'noRestrictedGlobals'],
  ['web/ui/log.ts', "console.warn('a')", 'noConsole'],
  ['tests/shared/skip.test.ts', "it.skip('a', () => {})", 'noSkippedTests'],
  ['tests/shared/only.test.ts', "it.only('a', () => {})", 'noFocusedTests'],
]

const fine: [file: string, code: string][] = [
  ['shared/fine.ts', "import * as z from 'zod'\n\nexport const at = (ms: number) => [new Date(ms), z.string()]"],
  ['shared/contracts/index.ts', "export * from './session.ts'"],
  ['functions/kit/env.ts', 'export const stage = process.env.STAGE'],
  ['functions/kit/log.ts', "console.log('a')"],
  ['functions/gateways/captcha.ts', "export const ask = () => fetch('https://a.test')"],
  ['web/api/client.ts', "export const call = () => fetch('/api')"],
  ['web/api/log.ts', "console.error('a')"],
  ['infra/local/gateway.ts', "export const port = process.env.PORT ?? String(Date.now())\nconsole.log(fetch('/'))"],
  ['bin/tool.ts', "console.log(process.env.PORT, Math.random(), fetch('/'))"],
]

let folder: string
let findings: string[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leadloom-check-'))
  for (const file of ['biome.json', 'bin/no-clock.grit', '.gitignore']) cpSync(join(root, file), join(folder, file))
  for (const [file, code] of [...faults, ...fine]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), `${code}\n`)
  }
  const { output } = await runNode(lintArgs(root), { cwd: folder, keep: true })
  findings = output.split('\n')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('lint', () => {
  it.each(faults)('finds the fault in %s', (file, _code, rule) => {
    expect(findings.filter((line) => line.includes(`${file}:`)).join('\n')).toContain(rule)
  })

  it.each(fine)('has nothing against %s', (file) => {
    expect(findings.filter((line) => line.includes(`${file}:`))).toEqual([])
  })
})
