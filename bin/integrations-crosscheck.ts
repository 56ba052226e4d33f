// `npm run integrations:crosscheck -- <folder>`: compares each request of our gateways, and each answer of our doubles, with what
// the providers publish: OpenAPI and discovery documents in that folder. See docs/integrations.md for where they lie.
import { existsSync } from 'node:fs'
import { readDocuments } from './integrations/documents.ts'
import { askEverything } from './integrations/exchanges.ts'
import { differencesOf } from './integrations/judge.ts'

const [folder] = process.argv.slice(2)
if (!folder || !existsSync(folder)) {
  console.error('Say in which folder the documents lie: npm run integrations:crosscheck -- <folder>')
  process.exit(1)
}
const operations = readDocuments(folder)
const exchanges = await askEverything()
const differences = differencesOf(operations, exchanges)
const documents = new Set(operations.map(({ document }) => document))
for (const { place, what } of differences) console.log(`${place}\n  ${what}`)
console.log(
  `${exchanges.length} exchanges, ${operations.length} operations of ${documents.size} documents, ${differences.length} differences`,
)
process.exit(0)
