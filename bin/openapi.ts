// Prints the API document: `npm run -s openapi > openapi.json`.
import { allCalls } from '#shared/contracts/index.ts'
import { toOpenApi } from '#shared/openapi.ts'
import { refuseArguments } from './arguments.ts'

refuseArguments('openapi')
console.log(JSON.stringify(toOpenApi(allCalls), null, 2))
