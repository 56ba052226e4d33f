import * as account from '#shared/contracts/account.ts'
import { area } from '#shared/contracts/area.ts'
import * as profile from '#shared/contracts/profile.ts'
import { serve } from '../kit/serve.ts'

export const handler = serve('account', area({ ...account, ...profile }), (name) => import(`./account/${name}.ts`))
