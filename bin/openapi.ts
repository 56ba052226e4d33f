// Prints the API document: `npm run -s openapi > openapi.json`; with `-- --developer` that of the developer API alone, and with
// `-- --types` TypeScript made of that.
import { allCalls } from '#shared/contracts/index.ts'
import { toOpenApi } from '#shared/openapi/calls.ts'
import { SOME_HOST, toDeveloperDocument } from '#shared/openapi/developer.ts'
import { refuseArguments } from './arguments.ts'

const pretty = (document: object) => JSON.stringify(document, null, 2)

async function printWanted(): Promise<string> {
  const [wanted, ...more] = process.argv.slice(2)
  if (more.length === 0 && wanted === '--developer') return pretty(toDeveloperDocument(allCalls, SOME_HOST))
  if (more.length === 0 && wanted === '--types') return (await import('./developer-types.ts')).makeDeveloperTypes()
  refuseArguments('openapi')
  return pretty(toOpenApi(allCalls))
}

// By the console, which lets a reader go that has seen enough (`| head`); a plain write ends with a stack then.
console.log((await printWanted()).trimEnd())
