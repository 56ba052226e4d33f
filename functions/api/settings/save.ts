import { refusalForSettingInView } from '#shared/access/in-view.ts'
import { refusalForMailServer } from '#shared/access/mail-server.ts'
import { contracts } from '#shared/contracts/index.ts'
import { AppError, conflict, refused } from '#shared/errors.ts'
import { changed, watch } from '#shared/log-facts.ts'
import { messages } from '#shared/messages.ts'
import { toModules } from '#shared/model/lead-menu.ts'
import type { AgencyTheme, EmbeddedCode, LeadMenu, ThemePicture } from '#shared/model/setting.ts'
import type { SmtpServer } from '#shared/model/smtp.ts'
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
import { acceptPicture, forgetUploads } from '../../domain/settings/brand-pictures.ts'
import { requireTenant, toChanges } from '../../domain/settings/theme.ts'
import { requireFreshPassword } from '../../kit/fresh-password.ts'
import { type Context, handle } from '../../kit/handle.ts'
import { forgetTenants } from '../../kit/tenant.ts'
import { readMinimum, toMinimumWire } from '../../wire/settings/minimum.ts'
import { readSmtp, smtpFacts } from '../../wire/settings/smtp.ts'
import { readCode, readTheme } from '../../wire/settings/theme.ts'

type Save = Context<typeof contracts.settings.save>

async function saveTheme({ company, db, files }: Save, theme: AgencyTheme): Promise<void> {
  const { logo, logoDark, favicon } = company.brand
  const accept = (picture: ThemePicture, present: string | null) =>
    acceptPicture(files, company.id, picture, { wanted: theme[picture], present })
  const pictures = {
    logo: await accept('logo', logo),
    logoDark: await accept('logoDark', logoDark),
    favicon: await accept('favicon', favicon),
  }
  await db.company.update(company.id, toChanges(company, theme, pictures))
  await forgetUploads(files, company.id, [theme.logo, theme.logoDark, theme.favicon])
}

async function saveMenu({ company, db }: Save, menu: LeadMenu): Promise<void> {
  const parent = company.parentId ? await db.company.get(company.parentId) : undefined
  try {
    await db.company.update(company.id, { modules: toModules(menu, parent?.modules ?? null) })
  } catch (error) {
    // The rules name the fields of the menu; the form knows them as part of this call.
    if (!(error instanceof AppError) || !error.fields) throw error
    const fields = Object.fromEntries(Object.entries(error.fields).map(([name, text]) => [`value.${name}`, text]))
    throw new AppError(error.code, error.message, { fields })
  }
}

/** The code itself may hold keys of others: of it the log says where it stands and how long it is. */
const codeFacts = ({ placeEmbedded, embeddedCode }: EmbeddedCode) => ({
  place: placeEmbedded,
  letters: embeddedCode.length,
})

async function saveCode({ company, db, actor, now, tell }: Save, code: EmbeddedCode): Promise<void> {
  if (company.kind !== 'agency') throw conflict('Code can only be embedded in the pages of an agency.')
  const before = await db.setting.findEmbeddedCode(company.id)
  await db.setting.saveEmbeddedCode(company.id, code, { by: actor.viewing?.userId ?? actor.userId, at: now() })
  tell(changed(before ? codeFacts(before) : {}, codeFacts(code)))
}

async function saveOwnSmtp(context: Save, server: SmtpServer): Promise<void> {
  const { company, db, sealer, actor, me, now, tell } = context
  if (company.kind !== 'agency') throw conflict('The mails of the platform go out by its own server.')
  const why = refusalForMailServer(actor, me)
  if (why) throw refused(why)
  requireFreshPassword(context)
  const facts = await watch(() => smtpFacts(db, company.id))
  await saveSmtp({ db, sealer }, company, server, { by: actor.userId, at: now() })
  tell(await facts())
}

async function saveMinimum(context: Save, minimum: RootMinimum): Promise<void> {
  const { db, actor, company, tell } = context
  const facts = await watch(async () => toMinimumWire(await rootMinimum(db, actor, company)))
  await saveRootMinimum(context, minimum)
  tell(await facts())
}

async function saveFee(context: Save, cents: number): Promise<void> {
  const { db, actor, company, tell } = context
  const facts = await watch(async () => ({ amount: amountText(await developerFee(db, actor, company)) }))
  await saveDeveloperFee(context, cents)
  tell(await facts())
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
} as const satisfies Record<Save['input']['comsetname'], string>

function saveSetting(context: Save): Promise<void> {
  const { input } = context
  switch (input.comsetname) {
    case 'agencytheme':
      return saveTheme(context, readTheme(input.comsetval))
    case 'customsidebarleadmenu':
      return saveMenu(context, input.comsetval)
    case 'rootAgencyEmbeddedCode':
      return saveCode(context, readCode(input.comsetval))
    case 'customsmtpmodule':
      return saveOwnSmtp(context, readSmtp(input.comsetval))
    case 'costagency':
      return saveCosts(context, input.comsetval, input.dpay)
    case 'rootminspend':
      return saveMinimum(context, readMinimum(input.comsetval))
    case 'developerfee':
      return saveFee(context, input.comsetval.amount)
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
