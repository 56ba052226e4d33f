import { refusalForSettingInView } from '#shared/access/in-view.ts'
import { refusalForMailServer } from '#shared/access/mail-server.ts'
import { contracts } from '#shared/contracts/index.ts'
import { toCostSetting } from '#shared/contracts/pricing/cost-wire.ts'
import { conflict, refused } from '#shared/errors.ts'
import { changed, watch } from '#shared/log-facts.ts'
import { messages } from '#shared/messages.ts'
import type { Betas } from '#shared/model/company.ts'
import { amountText } from '#shared/money/cost-texts.ts'
import type { RootMinimum } from '#shared/money/minimum-spend.ts'
import { saveSmtp } from '../../domain/mail/own-smtp.ts'
import {
  developerFee,
  rootMinimum,
  saveCosts,
  saveDeveloperFee,
  saveRootMinimum,
} from '../../domain/pricing/cost-settings.ts'
import { saveBetas } from '../../domain/settings/betas.ts'
import { saveEmbeddedCode, saveMenu, saveTheme } from '../../domain/settings/save.ts'
import { requireTenant } from '../../domain/settings/theme.ts'
import { requireFreshPassword } from '../../kit/fresh-password.ts'
import { type Context, handle } from '../../kit/handle.ts'
import { forgetTenants } from '../../kit/tenant.ts'
import { readBetas, toBetasWire } from '../../wire/settings/betas.ts'
import { readMinimum, toMinimumWire } from '../../wire/settings/minimum.ts'
import { readSmtpChange, smtpFacts } from '../../wire/settings/smtp.ts'
import { readCode, readTheme } from '../../wire/settings/theme.ts'

type Save = Context<typeof contracts.settings.save>

/** The person of the session, also where they look as somebody else. */
const savedNow = ({ actor, now }: Save) => ({ by: actor.viewing?.userId ?? actor.userId, at: now() })

async function saveOwnSmtp(context: Save, server: ReturnType<typeof readSmtpChange>): Promise<void> {
  const { company, db, sealer, actor, me, now, tell } = context
  if (company.kind !== 'agency') throw conflict('The mails of the platform go out by its own server.')
  const why = refusalForMailServer(actor, me)
  if (why) throw refused(why)
  requireFreshPassword(context)
  const facts = await watch(() => smtpFacts(db, company.id))
  await saveSmtp({ db, sealer }, company, server, { by: actor.userId, at: now() })
  tell(await facts())
}

async function saveMinimum(
  context: Save,
  ...minimum: [given: Partial<RootMinimum>, seen: Partial<RootMinimum>]
): Promise<void> {
  const { db, actor, company, tell } = context
  const facts = await watch(async () => toMinimumWire(await rootMinimum(db, actor, company)))
  await saveRootMinimum(context, ...minimum, toMinimumWire)
  tell(await facts())
}

async function saveFee(context: Save, cents: number, seen: number | undefined): Promise<void> {
  const { db, actor, company, tell } = context
  const facts = await watch(async () => ({ amount: amountText(await developerFee(db, actor, company)) }))
  await saveDeveloperFee(context, cents, seen)
  tell(await facts())
}

async function saveBetaFeatures({ db, actor, company, tell }: Save, betas: Partial<Betas>): Promise<void> {
  const { before, after } = await saveBetas(db, actor, company, betas)
  tell(changed(toBetasWire(before), toBetasWire(after)))
}

/** What was saved, as the log says it; a setting that knows more says it itself. */
const settingTold = {
  agencytheme: 'Changed the look',
  customsidebarleadmenu: 'Changed the names of the products',
  rootAgencyEmbeddedCode: 'Changed the embedded code',
  customsmtpmodule: 'Changed the mail server',
  costagency: 'Set the costs',
  rootminspend: 'Set the minimum spend',
  developerfee: 'Set the fee of the developer API',
  betafeatures: 'Set the beta features',
} as const satisfies Record<Save['input']['comsetname'], string>

async function saveSetting(context: Save): Promise<void> {
  const { db, company, input, tell } = context
  switch (input.comsetname) {
    case 'agencytheme':
      return saveTheme(context, company, readTheme(input.comsetval))
    case 'customsidebarleadmenu':
      return saveMenu(context, company, input.comsetval, input.seen)
    case 'rootAgencyEmbeddedCode':
      return tell(await saveEmbeddedCode(db, company, readCode(input.comsetval), savedNow(context)))
    case 'customsmtpmodule':
      return saveOwnSmtp(context, readSmtpChange(input.comsetval))
    case 'costagency':
      return saveCosts(context, { given: input.comsetval, seen: input.seen, term: input.dpay }, toCostSetting)
    case 'rootminspend':
      return saveMinimum(context, readMinimum(input.comsetval), readMinimum(input.seen ?? {}))
    case 'developerfee':
      return saveFee(context, input.comsetval.amount, input.seen?.amount)
    case 'betafeatures':
      return saveBetaFeatures(context, readBetas(input.comsetval))
    default:
      return input satisfies never
  }
}

export default handle(contracts.settings.save, async (context) => {
  const why = refusalForSettingInView(context.actor, context.input.comsetname)
  if (why) throw refused(why)
  requireTenant(context.company)
  const { input, company, tell } = context
  tell({ description: `${settingTold[input.comsetname]} of ${company.name}` })
  await saveSetting(context)
  forgetTenants()
  return { result: 'success' as const, message: messages.settingSaved }
})
