import { refusalForMailServer } from '#shared/access/mail-server.ts'
import { contracts } from '#shared/contracts/index.ts'
import { toCostAnswer } from '#shared/contracts/pricing/cost-setting.ts'
import { notFound, refused } from '#shared/errors.ts'
import { toLeadMenu } from '#shared/model/lead-menu.ts'
import { amountText } from '#shared/money/cost-texts.ts'
import { viewSmtp } from '../../domain/mail/own-smtp.ts'
import { developerFee, rootMinimum, shownCosts } from '../../domain/pricing/cost-settings.ts'
import { betasOf } from '../../domain/settings/betas.ts'
import { requireTenant, toTheme } from '../../domain/settings/theme.ts'
import { handle } from '../../kit/handle.ts'
import { toBetasWire } from '../../wire/settings/betas.ts'
import { toMinimumWire } from '../../wire/settings/minimum.ts'
import { toSmtpViewWire } from '../../wire/settings/smtp.ts'
import { toCodeWire, toThemeWire } from '../../wire/settings/theme.ts'

export default handle(contracts.settings.get, async ({ input, company, db, actor, me, now }) => {
  requireTenant(company)
  // A setting belongs to one system; asked for under another it is not there.
  if (input.idSys !== company.rootId) throw notFound('setting')
  const { settingname } = input
  if (actor.role === 'sales' && (settingname !== 'costagency' || company.kind !== 'agency'))
    throw refused('Of your agencies you see what they pay, and no other settings.')
  switch (settingname) {
    case 'agencytheme':
      return { settingname, data: toThemeWire(toTheme(company)) }
    case 'customsidebarleadmenu':
      return { settingname, data: toLeadMenu(company.modules) }
    case 'rootAgencyEmbeddedCode':
      return { settingname, data: toCodeWire(await db.setting.findEmbeddedCode(company.id)) }
    case 'customsmtpmodule':
      return {
        settingname,
        data: toSmtpViewWire({
          ...(await viewSmtp({ db }, company.id)),
          whyNot: refusalForMailServer(actor, me) ?? '',
        }),
      }
    case 'costagency':
      return { settingname, ...toCostAnswer(...(await shownCosts(db, actor, company, now()))) }
    case 'rootminspend':
      return { settingname, data: toMinimumWire(await rootMinimum(db, actor, company)) }
    case 'developerfee':
      return { settingname, data: { amount: amountText(await developerFee(db, actor, company)) } }
    case 'betafeatures':
      return { settingname, data: toBetasWire(betasOf(actor, company)) }
    default:
      return settingname satisfies never
  }
})
