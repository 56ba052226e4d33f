import { contracts } from '#shared/contracts/index.ts'
import { handle } from '../../kit/handle.ts'
import { systemInfo } from '../../wire/public/system-info.ts'

export default handle(contracts.public.domainInfo, ({ db, tenant, env }) =>
  systemInfo(db, tenant, {
    domain: env.PLATFORM_DOMAIN,
    captchaKey: env.CAPTCHA_SITE_KEY,
    mapsKey: env.MAPS_KEY,
    paymentKey: env.STRIPE_PUBLISHABLE_KEY,
  }),
)
