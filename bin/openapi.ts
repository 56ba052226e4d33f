// Prints the API document: `npm run -s openapi > openapi.json`.
import { allCalls } from '#shared/contracts/index.ts'
import { toOpenApi } from '#shared/openapi.ts'

console.log(JSON.stringify(toOpenApi(allCalls), null, 2))
