import * as agencies from '#shared/contracts/companies/agencies.ts'
import * as companies from '#shared/contracts/companies/calls.ts'
import * as files from '#shared/contracts/companies/files.ts'
import { area } from '#shared/contracts/lib/area.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve(
  'companies',
  area({ ...agencies, ...companies, ...files }),
  (name) => import(`./companies/${name}.ts`),
)
