import * as account from '#shared/contracts/account/calls.ts'
import * as notices from '#shared/contracts/account/notices.ts'
import * as profile from '#shared/contracts/account/profile.ts'
import { area } from '#shared/contracts/lib/area.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve(
  'account',
  area({ ...account, ...profile, ...notices }),
  (name) => import(`./account/${name}.ts`),
)
