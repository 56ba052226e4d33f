import { buildFunctions, heaviest } from './build.ts'
import { bundles, entryOf } from '#infra/bundles.ts'
import { existsSync } from 'node:fs'
const t=performance.now()
const { built, metafile } = await buildFunctions(bundles.filter((b) => existsSync(entryOf(b))))
console.log(performance.now()-t)
for (const b of built) console.log(b.bundle.kind, b.bundle.name, b.bytes/1024|0, b.gzipKb|0, JSON.stringify(heaviest(metafile, b.bundle, 14)))
