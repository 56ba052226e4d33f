// Keys that other companies gave us, kept in one secret that an operator writes.
import * as z from 'zod'
import { openSecrets } from './secrets.ts'

const ProviderKeys = z.object({
  leadDataKey: z.string().default(''),
  adPartnerKey: z.string().default(''),
  captchaSecret: z.string().default(''),
  kartraAppId: z.string().default(''),
  googleClientId: z.string().default(''),
  googleClientSecret: z.string().default(''),
  gohighlevelClientId: z.string().default(''),
  gohighlevelClientSecret: z.string().default(''),
})
export type ProviderKeys = z.output<typeof ProviderKeys>

export async function readProviderKeys(secretArn: string): Promise<ProviderKeys> {
  return ProviderKeys.parse(JSON.parse((await openSecrets().read(secretArn, { stage: 'AWSCURRENT' })) ?? '{}'))
}
