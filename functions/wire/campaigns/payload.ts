// A campaign as the wire writes it, and ours as the wire reads it.
import type { CampaignPayload } from '#shared/contracts/campaigns/payload.ts'
import type { Campaign, CampaignAnswers, CampaignTarget } from '#shared/model/campaign.ts'

/** A field that a call does not take is undefined, as one that it does not say. */
type Asked = { [Field in keyof CampaignPayload]?: CampaignPayload[Field] | undefined }

/** What a call says of a campaign, in our words; what it does not say is left out. */
export type SaidOfCampaign = {
  head: Partial<Campaign>
  target: Partial<CampaignTarget>
  answers: CampaignAnswers | undefined
}

const flag = (value: 'T' | 'F' | undefined) => (value === undefined ? undefined : value === 'T')
const toFlag = (value: boolean) => (value ? 'T' : 'F')

function said<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // @NOTE only entries that are undefined are left out, which is what the type says.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

export const fromPayload = (asked: Asked): SaidOfCampaign => ({
  head: said({
    name: asked.campaignName,
    siteUrl: asked.urlCode,
    thankYouUrl: asked.urlCodeThankyou,
    isGtmInstalled: flag(asked.gtminstalled),
    timeZone: asked.timezone,
    startOn: asked.startdatecampaign,
    endOn: asked.enddatecampaign,
    groupId: asked.companyGroupID,
    clientOrganizationId: asked.clientOrganizationID,
    clientCampaignId: asked.clientCampaignID,
    reportType: asked.reportType,
    reportTo: asked.reportSentTo,
    noticeTo: asked.adminNotifyTo,
    noticeEvery: asked.leadsAmountNotification,
    hasMinimumLeads: flag(asked.enableMinimumLimitLeads),
    minimumLeads: asked.minimumLimitLeads,
    monthlyCapCents: asked.monthlySpendCapCents,
    hidesPhone: flag(asked.clientHidePhone),
    hasPhone: flag(asked.phoneenabled),
    hasHomeAddress: flag(asked.homeaddressenabled),
    requiresEmail: flag(asked.requireemailaddress),
    reidentification: asked.reidentificationtype,
    reidentifiesAcross: flag(asked.applyreidentificationall),
    informationType: asked.campaign_information_type,
  }),
  target: said({
    keywords: asked.locatorkeyword,
    contextualKeywords: asked.locatorkeywordcontextual,
    isNational: flag(asked.nationaltargeting),
    states: asked.locatorstate,
    cities: asked.locatorcity,
    zipCodes: asked.locatorzip,
    areaDescription: asked.locatordesc,
    locationTarget: asked.locationtarget,
    requiredFields: asked.locatorrequire,
    advancedInformationIds: asked.listAdvanceInformationId,
    b2bInformationIds: asked.listB2BInformationId,
  }),
  answers: asked.answers,
})

export const toPayload = (campaign: Campaign, target: CampaignTarget, answers: CampaignAnswers) =>
  ({
    campaignName: campaign.name,
    reportType: campaign.reportType,
    reportSentTo: campaign.reportTo,
    adminNotifyTo: campaign.noticeTo,
    leadsAmountNotification: campaign.noticeEvery,
    enableMinimumLimitLeads: toFlag(campaign.hasMinimumLeads),
    minimumLimitLeads: campaign.minimumLeads,
    monthlySpendCapCents: campaign.monthlyCapCents,
    companyGroupID: campaign.groupId,
    clientOrganizationID: campaign.clientOrganizationId,
    clientCampaignID: campaign.clientCampaignId,
    clientHidePhone: toFlag(campaign.hidesPhone),
    startdatecampaign: campaign.startOn,
    enddatecampaign: campaign.endOn,
    timezone: campaign.timeZone,
    phoneenabled: toFlag(campaign.hasPhone),
    homeaddressenabled: toFlag(campaign.hasHomeAddress),
    requireemailaddress: toFlag(campaign.requiresEmail),
    reidentificationtype: campaign.reidentification,
    applyreidentificationall: toFlag(campaign.reidentifiesAcross),
    campaign_information_type: campaign.informationType,
    urlCode: campaign.siteUrl,
    urlCodeThankyou: campaign.thankYouUrl,
    gtminstalled: toFlag(campaign.isGtmInstalled),
    locatorkeyword: target.keywords,
    locatorkeywordcontextual: target.contextualKeywords,
    nationaltargeting: toFlag(target.isNational),
    locatorstate: target.states,
    locatorcity: target.cities,
    locatorzip: target.zipCodes,
    locatordesc: target.areaDescription,
    locationtarget: target.locationTarget,
    locatorrequire: target.requiredFields,
    listAdvanceInformationId: target.advancedInformationIds,
    listB2BInformationId: target.b2bInformationIds,
    answers,
  }) as const
