import * as z from 'zod'
import { call } from './call.ts'
import { Done, Password, TokenTrio, UserName } from './fields.ts'
import { TwoFactorChallenge } from './security.ts'

export const login = call({
  method: 'POST',
  path: '/login',
  summary: 'Signs a person in on the tenant of this host. An unknown name and a wrong password get the same answer.',
  can: 'anyone',
  input: z.object({
    username: UserName,
    password: Password,
    gtoken: z.string().max(4096).default(''),
    domainName: z.string().max(255).default(''),
    ownedcompanyid: z.string().max(64).default(''),
    companyrootid: z.string().max(64).default(''),
  }),
  // Tokens, or what is needed for the second step of a person who has one.
  output: z.union([TokenTrio, TwoFactorChallenge]),
})

export const refresh = call({
  method: 'POST',
  path: '/auth/refresh-token',
  summary: 'Rotates a refresh token. A used one that comes back ends its whole family.',
  can: 'anyone',
  input: z.object({ refresh_token: z.string().min(1).max(512) }),
  output: TokenTrio,
})

export const logout = call({
  method: 'POST',
  path: '/logout',
  summary: 'Ends this session: its access token and its refresh token are refused from the next request on.',
  can: 'signed-in',
  input: z.object({}),
  output: Done,
})
