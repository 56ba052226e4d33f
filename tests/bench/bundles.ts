// B9: what each function's bundle weighs, and how long its import takes beside one that only imports the table's client.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { buildFunctions } from '#bin/build.ts'
import { bundleFolder, bundleId } from '#infra/bundles.ts'
import type { Figure } from './ratio.ts'

const FORKS = 11

/** Milliseconds from before the first require until the module stands, in a fresh process. */
function importMs(file: string): number {
  const script = `const t=performance.now();await import(${JSON.stringify(file)});console.log(performance.now()-t)`
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }).trim())
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

export async function benchBundles(): Promise<Figure[]> {
  const { built } = await buildFunctions()
  const scratch = mkdtempSync(join(tmpdir(), 'bench-bundle-'))
  const floor = join(scratch, 'floor.cjs')
  await build({
    stdin: {
      contents:
        "import { DynamoDBClient } from '@aws-sdk/client-dynamodb'; import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'; globalThis.x = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1' }))",
      resolveDir: resolve('.'),
    },
    outfile: floor,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    mainFields: ['module', 'main'],
    minify: true,
    legalComments: 'none',
  })
  try {
    const times = new Map<string, number[]>([['floor', []]])
    for (let round = 0; round < FORKS; round++) {
      times.get('floor')?.push(importMs(floor))
      for (const { bundle } of built) {
        const id = bundleId(bundle)
        times.set(id, [...(times.get(id) ?? []), importMs(resolve(bundleFolder(bundle), 'index.mjs'))])
      }
    }
    const floorMs = median(times.get('floor') ?? [])
    return built.map(({ bundle, gzipKb, limitKb }) => {
      const id = bundleId(bundle)
      const over = median(times.get(id) ?? []) / floorMs
      return {
        id: 'B9',
        what: `Bundle ${id}: size, and import time over one that only imports the table's client`,
        figure: `${gzipKb.toFixed(0)} KB gz, ${over.toFixed(2)}`,
        goal: `<= ${limitKb} KB gz, <= 1.15`,
        peer: `client alone ${floorMs.toFixed(0)} ms`,
        met: gzipKb <= limitKb && over <= 1.15,
      }
    })
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
