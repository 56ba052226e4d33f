// `npm run check`: everything that can be said about the code without running it.
import { join } from 'node:path'
import { findUnknownIds, readAcceptance } from './acceptance.ts'
import { refuseArguments } from './arguments.ts'
import { runNode } from './children.ts'
import { readSources } from './imports.ts'
import { type Finding, findAllRoomFaults } from './rooms.ts'
import { findAreaFaults, findCircles, findHardWords, findLargeFolders, findNeedlessSpreads } from './structure.ts'
import { findWireNames } from './wire-names.ts'

type Result = { name: string; output: string; isClean: boolean }

/** Warnings count: a rule that may be broken is no rule. */
export function lintArgs(root: string): string[] {
  const options = ['--error-on-warnings', '--diagnostic-level=warn', '--reporter=concise', '--max-diagnostics=none']
  return [join(root, 'node_modules/@biomejs/biome/bin/biome'), 'check', ...options]
}

const typeArgs = (root: string) => [
  join(root, 'node_modules/typescript/bin/tsc'),
  '--noEmit',
  '--pretty',
  'false',
  '-p',
  '.',
]

async function runTool(name: string, args: string[], root: string): Promise<Result> {
  const { code, output } = await runNode(args, { cwd: root, keep: true })
  return { name, output: code === 0 ? '' : output.trim() || `ended with code ${code}`, isClean: code === 0 }
}

function toResult(name: string, findings: Finding[]): Result {
  const output = findings.map(({ file, line, message }) => `${file}:${line} ${message}`).join('\n')
  return { name, output, isClean: findings.length === 0 }
}

/** Tells what was found and says whether the code is clean. */
export async function check(root: string, say: (text: string) => void = console.log): Promise<boolean> {
  const tooling = [runTool('format and lint', lintArgs(root), root), runTool('types', typeArgs(root), root)]
  const { rows, claims } = readAcceptance(root)
  const sources = readSources(root)
  const files = sources.map(({ file }) => file)
  const results = [
    toResult('rooms', findAllRoomFaults(sources)),
    toResult('areas', [...findAreaFaults(files), ...findLargeFolders(files)]),
    toResult('circles', findCircles(sources)),
    toResult('words', [...findHardWords(sources), ...findNeedlessSpreads(sources)]),
    toResult('names of the wire', findWireNames(sources)),
    toResult('acceptance ids', findUnknownIds(rows, claims)),
    ...(await Promise.all(tooling)),
  ]
  for (const { name, output, isClean } of results) say(isClean ? `${name}: clean` : `${name}:\n${output}\n`)
  return results.every(({ isClean }) => isClean)
}

if (import.meta.main) {
  refuseArguments('check')
  process.exitCode = (await check(join(import.meta.dirname, '..'))) ? 0 : 1
}
