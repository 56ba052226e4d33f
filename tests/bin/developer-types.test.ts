import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { makeDeveloperTypes, TYPES_FILE } from '#bin/developer-types.ts'

it(`the types of customers are those of the document: npm run -s openapi -- --types > ${TYPES_FILE}`, async () =>
  expect(await makeDeveloperTypes()).toBe(readFileSync(TYPES_FILE, 'utf8')))
