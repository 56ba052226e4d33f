// Prints the API document: `npm run -s openapi > openapi.json`; with `-- --developer` that of the developer API alone.
import { allCalls } from '#shared/contracts/index.ts'
import { toOpenApi } from '#shared/openapi/calls.ts'
import { SOME_HOST, toDeveloperDocument } from '#shared/openapi/developer.ts'
import { refuseArguments } from './arguments.ts'

const isDeveloper = process.argv[2] === '--developer'
if (isDeveloper) process.argv.splice(2, 1)
refuseArguments('openapi')
console.log(JSON.stringify(isDeveloper ? toDeveloperDocument(allCalls, SOME_HOST) : toOpenApi(allCalls), null, 2))
