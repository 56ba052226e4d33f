// One valid input for each call, as a given member of the cast would send it. A call without a sample does not compile.
import type { CallName, Input } from '#shared/contracts/index.ts'
import { toLeadMenu } from '#shared/model/lead-menu.ts'
import type { Cast, Member } from './cast.ts'
import { paymentSamples } from './payment-samples.ts'

type Sample<Name extends CallName> = (cast: Cast, who: Member) => Input<Name>

const unsorted = { sort: 'none', order: 'none', search: 'none' }
const isSales = (who: Member) => who === 'sam' || who === 'ellen' || who === 'rita'
const isOperator = (who: Member) => who === 'olive' || who === 'otto'
/** Whose companies a member keeps: sales people those of the agency that is theirs. */
const keptBy = (cast: Cast, who: Member) => (isSales(who) ? cast.northlight.id : cast.users[who].companyId)
const entryOf = (cast: Cast, who: Member) => ({
  companyId: cast.users[who].companyId,
  campaignType: 'client' as const,
  record: 'nobody.at.all@leads.example',
})
/** The main person of a client that a member reaches. */
const mainOf = (who: Member) => (who === 'abe' ? 'carl' : 'cleo')

/** One that a member reaches; its client is theirs, or below them. */
const campaignOf = (cast: Cast, who: Member, otherwise = cast.campaigns.smiles) =>
  ({ carl: cast.campaigns.peak, abe: cast.campaigns.peak, lola: cast.campaigns.harbor })[String(who)] ?? otherwise

/** Failed deliveries of a tool that is not connected. */
const replaySample = (cast: Cast, who: Member) => ({
  company_id: cast.users[who].companyId,
  integration_id: 'sendgrid' as const,
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-11-30T00:00:00.000Z',
  which: 'failed' as const,
})

/** What a tool that is not connected has to choose from. */
const optionsSample = (cast: Cast, who: Member) => ({
  // Of an agency's own, for a campaign of its client.
  company_id: who === 'ada' ? cast.northlight.id : campaignOf(cast, who).companyId,
  campaign_id: campaignOf(cast, who).number,
})
const anImport = (cast: Cast, who: Member) => ({ companyID: cast.users[who].companyId, importID: 'imp_none' })

/** What only agencies of their own have; operators ask about one of theirs. */
const agencyOf = (cast: Cast, who: Member) => (isOperator(who) ? cast.northlight.id : cast.users[who].companyId)

export const samples: { [Name in CallName]: Sample<Name> } = {
  'session.login': (cast, who) => ({ username: cast.users[who].email, password: 'not this one' }),
  'session.refresh': () => ({ refresh_token: 'usr_x.ses_x.no' }),
  'session.logout': () => ({}),
  'session.confirmPassword': () => ({ password: 'not this one' }),
  'session.list': () => ({}),
  'session.end': () => ({ session_id: 'ses_01JD0000000000000000000000' }),
  'session.endAll': () => ({}),
  'session.signIns': () => ({}),
  'session.remembered': () => ({}),
  'session.forgetDevice': () => ({ device_id: 'x'.repeat(43) }),
  'session.register': () => ({
    companyname: 'New Company',
    name: 'Nora New',
    email: 'nora.new@example.com',
    phonenum: '+1 312 555 0199',
    password: 'fresh paint 7',
    userType: 'client',
  }),
  'session.forgot': (cast, who) => ({ username: cast.users[who].email }),
  'session.verifyReset': (cast, who) => ({ token: 'no', email: cast.users[who].email }),
  'session.setPassword': (cast, who) => ({ token: 'no', email: cast.users[who].email, newpassword: 'fresh paint 7' }),
  'session.changePassword': (cast, who) => ({
    usrID: cast.users[who].id,
    newpassword: 'fresh paint 7',
    currpassword: 'not this one',
  }),
  'session.confirmEmail': () => ({ token: 'no' }),
  'session.resendConfirmation': () => ({}),
  'session.sso': () => ({ token: 'no', subdomain: 'northlight' }),
  'session.documentAccess': () => ({ pwd: 'not this one', urldata: 'nothing' }),
  'session.openDocument': () => ({ ticket: 'no' }),
  'session.onboardingStatus': (cast, who) => ({ user_id: cast.users[who].id }),
  'account.me': (cast, who) => ({ id: cast.users[who].id }),
  'account.checkSetup': (cast, who) => ({ id: cast.users[who].id }),
  'account.switchUser': (cast) => ({ usrID: cast.users.cleo.id }),
  'account.revertView': () => ({}),
  'account.jobs': () => ({}),
  'account.home': () => ({}),
  'account.notices': () => ({}),
  'account.countNotices': () => ({}),
  'account.readNotices': () => ({ ids: ['0123456789abcdef'], until: '2026-11-01T00:00:00.000Z' }),
  'account.mailChoices': () => ({}),
  'account.saveMailChoices': () => ({ without: ['tools'] }),
  'account.viewable': (cast, who) => ({ company_id: cast.users[who].companyId }),
  'account.saveProfile': (cast, who) => ({
    usrID: cast.users[who].id,
    name: cast.users[who].name,
    phonenum: '(312) 555-0123',
    phone_country_code: 'US',
  }),
  'account.saveCompany': (cast, who) => ({
    companyID: cast.users[who].companyId,
    company_name: 'Renamed',
    address: '2 Loom Street',
    city: 'Chicago',
    state_code: 'IL',
    zip: '60601',
    country_code: 'US',
  }),
  'account.completeProfile': (cast, who) => ({ usrID: cast.users[who].id, status: 'T' }),
  'account.changeEmail': (cast, who) => ({ usrID: cast.users[who].id, newemail: `new.${cast.users[who].email}` }),
  'account.confirmEmail': (cast, who) => ({ usrID: cast.users[who].id, oldcode: '000000', newcode: '000000' }),
  'account.uploadPicture': (cast, who) => ({ usrID: cast.users[who].id, contenttype: 'image/png' }),
  'account.savePicture': (cast, who) => ({ usrID: cast.users[who].id, key: 'pictures/incoming/no.png' }),
  'account.removePicture': (cast, who) => ({ usrID: cast.users[who].id }),
  'account.reportMails': (cast, who) => ({ usrID: cast.users[who].id }),
  'account.saveReportMails': (cast, who) => ({ usrID: cast.users[who].id, rhythm: 'weekly' }),
  'account.questionnaire': (cast, who) => ({ usrID: cast.users[who].id }),
  'account.saveQuestionnaire': (cast, who) => ({ usrID: cast.users[who].id, answers: {} }),
  'security.getTwoFactor': (cast, who) => ({ userId: cast.users[who].id }),
  'security.saveTwoFactor': (cast, who) => ({ userId: cast.users[who].id, two_factor_auth: false }),
  'security.getGoogleTfa': (cast, who) => ({ userId: cast.users[who].id, companyId: cast.users[who].companyId }),
  'security.newRecoveryCodes': (cast, who) => ({ userId: cast.users[who].id }),
  'security.unlock': (cast, who) => ({ userId: cast.users[who === 'abe' ? 'carl' : 'cleo'].id }),
  'security.verifyLogin': (cast, who) => ({
    email: cast.users[who].email,
    code: '000000',
    otp_token: 'usr_x.tok_x.no',
  }),
  'security.resendCode': (cast, who) => ({ email: cast.users[who].email, otp_token: 'usr_x.tok_x.no' }),
  'developer.agreement': (cast, who) => ({ company_id: agencyOf(cast, who) }),
  'developer.agree': (cast, who) => ({
    user_id: cast.users[who].id,
    is_marketing_services_agreement_developer: 'T',
    company_name: 'Somebody',
    company_id: agencyOf(cast, who),
    location_menu: 'Profile menu',
    document_type: 'developer',
  }),
  'developer.keys': (cast, who) => ({ companyID: agencyOf(cast, who) }),
  'developer.generate': (cast, who) => ({
    company_id: agencyOf(cast, who),
    subdomain: 'northlight',
    email: cast.users[who].email,
    // To sign others in is for default administrators to give; everybody else may read leads.
    scopes: ['leads:read'],
  }),
  'developer.removeKey': (cast, who) => ({
    company_id: agencyOf(cast, who),
    key_id: 'key_01JD0000000000000000000000',
  }),
  'developer.token': () => ({
    grant_type: 'client_credentials',
    client_id: 'key_01JD0000000000000000000000',
    client_secret: 'no',
  }),
  'developer.getKey': () => ({}),
  'developer.listClients': () => ({}),
  'developer.getClient': (cast) => ({ client: cast.brightSmiles.id }),
  'developer.listCampaigns': () => ({}),
  'developer.getCampaign': (cast, who) => ({ campaign: campaignOf(cast, who).id }),
  'developer.listWebhooks': (cast) => ({ client: cast.brightSmiles.id }),
  'developer.getWebhook': (cast) => ({ client: cast.brightSmiles.id, webhook: 'whk_01JD0000000000000000000000' }),
  'developer.rollWebhookSecret': (cast) => ({
    client: cast.brightSmiles.id,
    webhook: 'whk_01JD0000000000000000000000',
  }),
  'developer.createWebhook': (cast) => ({
    client: cast.brightSmiles.id,
    campaign_id: cast.campaigns.smiles.id,
    url: 'http://localhost:9/hooks/of/a-program',
  }),
  'developer.updateWebhook': (cast) => ({
    client: cast.brightSmiles.id,
    webhook: 'whk_01JD0000000000000000000000',
    label: 'CRM',
  }),
  'developer.removeWebhook': (cast) => ({ client: cast.brightSmiles.id, webhook: 'whk_01JD0000000000000000000000' }),
  'developer.createSignInToken': (cast) => ({ email: cast.users.cleo.email }),
  'developer.createExclusionUpload': (cast) => ({
    client: cast.brightSmiles.id,
    campaign_id: cast.campaigns.smiles.id,
    filename: 'list.csv',
  }),
  'developer.cancelExclusionUpload': (cast) => ({
    client: cast.brightSmiles.id,
    upload: 'xba_01JD0000000000000000000000',
  }),
  'developer.listExclusionUploads': (cast) => ({ client: cast.brightSmiles.id }),
  'developer.getExclusionUpload': (cast) => ({
    client: cast.brightSmiles.id,
    upload: 'xba_01JD0000000000000000000000',
  }),
  'developer.getLead': (cast, who) => ({
    campaign: campaignOf(cast, who).id,
    lead: 'led_01JD0000000000000000000000',
    created_at: '2026-07-02T12:00:00.000Z',
  }),
  'developer.listLeads': (cast, who) => ({ campaign: campaignOf(cast, who).id }),
  'public.domainInfo': () => ({}),
  'public.keys': () => ({}),
  'public.openapi': () => ({}),
  'public.developerDocument': () => ({}),
  'public.clientAddress': () => ({}),
  'public.country': () => ({}),
  'companies.salesDownline': (cast, who) => ({
    companyId: cast.root.id,
    salesId: cast.users[isSales(who) ? who : 'sam'].id,
    ...unsorted,
  }),
  'companies.report': (cast) => ({ companyId: cast.root.id, start: '2026-11-01', end: '2026-11-30' }),
  'companies.roots': () => ({}),
  'companies.list': (cast, who) => ({
    companyId: keptBy(cast, who),
    group: 'none',
    idsys: 'none',
    type: 'none',
    module: 'none',
    ...unsorted,
  }),
  'companies.create': (cast, who) => ({
    companyID: keptBy(cast, who),
    ClientCompanyName: 'Sample Company',
    ClientFullName: 'Sue Sample',
    ClientEmail: `sample.${who}@example.com`,
  }),
  'companies.update': (cast, who) => ({
    ClientID: cast.users[mainOf(who)].id,
    ClientCompanyName: mainOf(who) === 'carl' ? 'Peak Fitness' : 'Bright Smiles Dental',
    ClientFullName: cast.users[mainOf(who)].name,
    ClientEmail: cast.users[mainOf(who)].email,
    ClientPhone: '(312) 555-0123',
  }),
  'companies.remove': (cast, who) => ({
    companyId: cast.users[mainOf(who)].companyId,
    userId: cast.users[mainOf(who)].id,
  }),
  'companies.resendInvitation': (cast, who) => ({
    companyID: cast.users[mainOf(who)].companyId,
    userID: cast.users[mainOf(who)].id,
  }),
  'companies.get': (cast, who) => ({ companyID: cast.users[mainOf(who)].companyId }),
  'companies.find': (cast, who) => ({ companyID: keptBy(cast, who), search: 'a' }),
  'companies.showUser': (cast, who) => ({ companyID: keptBy(cast, who) }),
  'companies.showCampaigns': (cast, who) => ({ companyID: keptBy(cast, who) }),
  'companies.checkCampaignActive': (cast, who) => ({ company_id: keptBy(cast, who), leadspeek_type: 'local' }),
  'companies.startImport': (cast, who) => ({ companyID: cast.users[who].companyId, filename: 'clients.csv' }),
  'companies.imports': (cast, who) => ({ companyID: cast.users[who].companyId }),
  'companies.importPreview': anImport,
  'companies.confirmImport': anImport,
  'companies.dropImport': anImport,
  'companies.importedRows': anImport,
  'companies.exportList': (cast, who) => ({ companyID: cast.users[who].companyId }),
  'reports.analytics': () => ({
    startDate: '2026-01-01',
    endDate: '2026-01-31',
    companyId: 'all',
    campaignId: 'all',
    module: 'all',
  }),
  'reports.revenue': () => ({ startDate: '2026-01-01', endDate: '2026-01-31' }),
  'reports.underPerforming': () => ({}),
  'audiences.list': (cast, who) => ({ companyID: cast.users[who].companyId }),
  'audiences.save': (cast, who) => ({
    companyID: cast.users[who].companyId,
    name: 'Roofs in Illinois',
    leadspeek_type: 'locator',
    keywords: ['roof repair'],
    area: 'states',
    states: ['IL'],
  }),
  'audiences.remove': (cast, who) => ({
    companyID: cast.users[who].companyId,
    audienceID: 'aud_01JD0000000000000000000000',
  }),
  'banners.list': (cast, who) => ({ companyId: cast.users[who].companyId }),
  'banners.uploadImage': (cast, who) => ({ companyId: cast.users[who].companyId, contentType: 'image/png' }),
  'banners.create': (cast, who) => ({
    companyId: cast.users[who].companyId,
    name: 'Roofs before winter',
    product: 'locator',
    size: '300x250',
    clickUrl: 'https://shop.example.com/roofs',
    uploadId: 'upl_01JD0000000000000000000000',
  }),
  'banners.update': (cast, who) => ({
    companyId: cast.users[who].companyId,
    bannerId: 'bnr_01JD0000000000000000000000',
    name: 'Roofs before winter',
    product: 'locator',
    size: '300x250',
    clickUrl: 'https://shop.example.com/roofs',
  }),
  'banners.setStatus': (cast, who) => ({
    companyId: cast.users[who].companyId,
    bannerId: 'bnr_01JD0000000000000000000000',
    status: 'inactive',
  }),
  'banners.remove': (cast, who) => ({
    companyId: cast.users[who].companyId,
    bannerId: 'bnr_01JD0000000000000000000000',
  }),
  'marketing.createOrganization': (cast, who) => ({
    companyID: cast.users[mainOf(who)].companyId,
    name: 'Bright Smiles',
  }),
  'marketing.organization': (cast, who) => ({ companyID: cast.users[who].companyId }),
  'marketing.removeOrganization': (cast, who) => ({ companyID: cast.users[mainOf(who)].companyId }),
  'keywords.states': () => ({}),
  'keywords.cities': () => ({ state: 'TX' }),
  'keywords.searchPlaces': () => ({ search: 'dal' }),
  'keywords.suggest': () => ({ keyword: 'roof' }),
  'keywords.zipsInShape': () => ({ shape: { kind: 'around', zip: '60601', miles: 2 } }),
  'keywords.unknownZips': () => ({ zipCodes: ['60601', '99999'] }),
  'enrichment.options': (cast, who) => ({ companyID: cast.users[who].companyId }),
  'enrichment.list': (cast, who) => ({ companyID: cast.users[who].companyId }),
  'enrichment.start': (cast, who) => ({ companyID: cast.users[who].companyId, filename: 'people.csv' }),
  'enrichment.confirm': (cast, who) => ({
    companyID: cast.users[who].companyId,
    enrichmentID: 'enr_01JD0000000000000000000000',
    most_cents: 100,
  }),
  'enrichment.drop': (cast, who) => ({
    companyID: cast.users[who].companyId,
    enrichmentID: 'enr_01JD0000000000000000000000',
  }),
  'enrichment.result': (cast, who) => ({
    companyID: cast.users[who].companyId,
    enrichmentID: 'enr_01JD0000000000000000000000',
  }),
  'enrichment.rejected': (cast, who) => ({
    companyID: cast.users[who].companyId,
    enrichmentID: 'enr_01JD0000000000000000000000',
  }),
  'keywords.configData': (cast) => ({ rootId: cast.root.id }),
  'keywords.campaignCounts': (cast, who) => ({ id: campaignOf(cast, who).id }),
  'keywords.countHistory': (cast, who) => ({ company_id: cast.users[who].companyId }),
  'keywords.queueCount': (cast, who) => ({
    company_id: cast.users[who].companyId,
    keyword: 'roof repair',
    nationaltargeting: 'T',
  }),
  'keywords.applyCount': (cast, who) => ({
    id: 'lkp_01JD0000000000000000000000',
    type: 'keyword',
    leadspeekID: campaignOf(cast, who).id,
  }),
  'keywords.estimate': () => ({ leadspeek_type: 'locator', keywords: ['roof repair'], zip_codes: ['60601'] }),
  'settings.informationTypes': () => ({ type: 'advanced' }),
  'settings.saveInformationTypes': () => ({ type: 'b2b', data: [{ name: 'Job title' }], revision: 0 }),
  'campaigns.listGroups': (cast, who) => ({ companyID: cast.users[who].companyId, userModule: 'none' }),
  'campaigns.saveGroup': (cast, who) => ({ companyID: cast.users[who].companyId, companyGroupName: `Group of ${who}` }),
  'campaigns.removeGroup': () => ({ companyGroupID: 'grp_01JD0000000000000000000000' }),
  'exclusions.upload': (cast, who) => ({
    ClientCompanyID: cast.users[who].companyId,
    campaigntype: 'client',
    filename: 'list.csv',
  }),
  'exclusions.progress': (cast, who) => ({ companyId: cast.users[who].companyId, campaignType: 'client' }),
  'exclusions.purge': (cast, who) => ({ paramID: cast.users[who].companyId, campaignType: 'client' }),
  'exclusions.findEntry': (cast, who) => entryOf(cast, who),
  'exclusions.addEntry': (cast, who) => entryOf(cast, who),
  'exclusions.removeEntry': (cast, who) => entryOf(cast, who),
  'exclusions.download': (cast, who) => ({ companyId: cast.users[who].companyId }),
  'exclusions.downloadRejected': (cast, who) => ({
    companyId: cast.users[who].companyId,
    jobId: 'upl_01JD0000000000000000000000',
  }),
  'exclusions.requestPerson': (cast, who) => ({
    company_id: cast.users[who].companyId,
    email: 'nobody.at.all@leads.example',
    kind: 'export',
  }),
  'exclusions.personRequests': (cast, who) => ({ company_id: cast.users[who].companyId }),
  'exclusions.personExport': (cast, who) => ({
    company_id: cast.users[who].companyId,
    request_id: 'prq_01JD0000000000000000000000',
  }),
  'settings.get': (cast, who) => ({
    companyID: keptBy(cast, who),
    settingname: isSales(who) ? 'costagency' : 'agencytheme',
    idSys: cast.root.id,
  }),
  'settings.save': (cast, who) => ({
    companyID: cast.users[who].companyId,
    comsetname: 'customsidebarleadmenu',
    comsetval: toLeadMenu(cast.copper.modules),
  }),
  'settings.uploadImage': (cast, who) => ({
    companyID: cast.users[who].companyId,
    picture: 'logo',
    contenttype: 'image/png',
  }),
  'settings.testSmtp': (cast, who) => ({
    companyID: cast.users[who].companyId,
    host: 'smtp.example.invalid',
    port: 587,
    username: '',
    password: '',
    security: 'tls',
    fromaddress: 'mail@example.com',
    sendto: 'somebody@example.com',
  }),
  'domains.get': (cast, who) => ({ companyID: cast.users[who].companyId }),
  'domains.save': (cast, who) => ({
    companyID: isOperator(who) ? cast.northlight.id : cast.users[who].companyId,
    DownlineDomain: '',
  }),
  'domains.moveHost': (cast, who) => ({
    companyID: isOperator(who) ? cast.northlight.id : cast.users[who].companyId,
    subdomain: (cast.users[who].companyId === cast.copper.id ? cast.copper : cast.northlight).subdomain ?? '',
  }),
  'settings.tour': () => ({}),
  'settings.finishTour': () => ({}),
  'pricing.getPrice': (cast, who) => ({ ClientID: cast.users[mainOf(who)].id, ModuleID: 'local' }),
  'pricing.campaignPrice': (cast, who) => ({ companyID: campaignOf(cast, who).companyId, ModuleID: 'local' }),
  'pricing.savePrice': (cast, who) => ({
    ClientID: cast.users[mainOf(who)].id,
    ModuleID: 'local',
    PaymentTerm: 'Weekly',
    CostSet: '1.5',
    CostSetAdvanced: '2',
    CostSetB2b: '0',
    CostMonth: '10',
    CostMaxLead: '0',
    PlatformFee: '5',
    LimitLead: 0,
    LimitLeadFreq: 'day',
    LimitLeadStart: '',
    LimitLeadEnd: '',
    topupoptions: 'onetime',
    leadsbuy: 0,
  }),
  'pricing.spendingCap': (cast, who) => ({ companyID: campaignOf(cast, who).companyId }),
  'pricing.setSpendingCap': (cast, who) => ({ companyID: campaignOf(cast, who).companyId, monthly_cap: '500' }),
  'pricing.manualBill': (cast) => ({ companyID: cast.northlight.id, manualBill: 'T' }),
  'pricing.listPlans': () => ({}),
  'pricing.createPlan': (_cast, who) => ({ planName: `Plan of ${who}`, months: ['100', '200'], flatMonth: '349' }),
  'pricing.updatePlan': (_cast, who) => ({
    idMinimumSpend: 'msp_01JD0000000000000000000000',
    planName: `Other plan of ${who}`,
    months: [],
    flatMonth: '349',
  }),
  'pricing.removePlan': () => ({ idMinimumSpend: 'msp_01JD0000000000000000000000' }),
  'pricing.setDefaultPlan': () => ({ idMinimumSpend: '' }),
  'pricing.userMinimum': (cast, who) => ({ company_id: cast.users[who].companyId }),
  'pricing.agreement': (cast, who) => ({ company_id: cast.users[who].companyId }),
  'pricing.agreementStatus': (cast, who) => ({ company_id: cast.users[who].companyId }),
  'pricing.agree': (cast, who) => ({ company_id: cast.users[who].companyId, accepted: 'T' }),
  'pricing.changeCosts': (cast) => ({
    companyID: cast.northlight.id,
    ModuleID: 'local',
    PaymentTerm: 'Weekly',
    Costperlead: '0.5',
  }),
  'pricing.excludeMinimum': (cast, who) => ({
    CompanyID: isOperator(who) ? cast.northlight.id : cast.users[mainOf(who)].companyId,
  }),
  'pricing.getOnboarding': (cast, who) => ({
    companyID: cast.users[who].companyId,
    settingname: 'agencyonboardingcustom',
  }),
  'pricing.setOnboarding': (cast) => ({ CompanyID: cast.northlight.id, amount: '100', enable_coupon: 'T' }),
  'pricing.getCoupon': (cast, who) => ({ company_id: cast.users[who].companyId, coupon_code: 'UNKNOWN' }),
  'pricing.listCoupons': () => ({}),
  'pricing.createCoupon': (_cast, who) => ({ code: `HALF-${who}`, type: 'percent', value: '50', max_uses: 10 }),
  'pricing.removeCoupon': () => ({ code: 'NOBODY' }),
  'documents.get': () => ({ name: 'privacy-policy' }),
  'documents.list': () => ({}),
  'documents.save': () => ({ name: 'privacy-policy', title: 'Privacy policy', text: 'New text.', version: 1 }),
  'documents.downloadAgreement': (cast, who) => ({
    user_id: cast.users[mainOf(who)].id,
    document_type: 'default_client',
  }),
  'documents.featureAgreement': (cast, who) => ({ user_id: cast.users[who].id, feature_id: 'b2b_module' }),
  'documents.agreeFeature': (cast, who) => ({
    feature_id: 'b2b_module',
    feature_name: 'B2B',
    user_id: cast.users[who].id,
    is_marketing_services_agreement_feature: 'T',
    company_name: 'Northlight',
    company_id: cast.users[who].companyId,
    location_menu: 'B2B ID',
  }),
  'roles.list': (cast, who) => ({
    companyID: cast.users[who].companyId,
    getType: 'getrolemodule',
    roleID: 'none',
    usrID: cast.users[who].id,
  }),
  'roles.save': (cast, who) => ({ companyID: cast.users[who].companyId, roleName: `Role of ${who}`, roledata: [] }),
  'roles.remove': (cast, who) => ({ companyID: cast.users[who].companyId, roleID: 'rol_01JD0000000000000000000000' }),
  'sales.list': () => ({}),
  'sales.listOne': (cast) => ({ id: cast.users.sam.id }),
  'sales.commission': (cast) => ({ companyID: cast.northlight.id }),
  'sales.assign': (cast) => ({
    companyID: cast.northlight.id,
    salesRep: cast.users.sam.id,
    salesAE: cast.users.ellen.id,
    salesRef: cast.users.rita.id,
  }),
  'sales.accounts': (cast) => ({ companyId: cast.root.id }),
  'sales.referralLink': (cast, who) => ({ usrID: cast.users[isSales(who) ? who : 'sam'].id }),
  'sales.checkReferral': () => ({ code: 'NOBODYS' }),
  'staff.customerCare': () => ({}),
  'staff.list': (cast, who) => ({ companyId: cast.users[who].companyId }),
  'audit.list': (cast, who) => ({ companyID: cast.users[who].companyId }),
  'audit.categories': () => ({}),
  'audit.save': (cast, who) => ({
    user_id: cast.users[who].id,
    company_id: cast.users[who].companyId,
    action: 'Other Change',
    description: 'Opened the manual',
  }),
  'audit.download': (cast, who) => ({ companyID: cast.users[who].companyId }),
  'audit.openDownload': (cast, who) => ({
    company: cast.users[who].companyId,
    userType: '9999',
    user: '9999',
    action: 'all',
    dateRange: 'all',
    campaign: 'all',
  }),
  'campaigns.list': (cast, who) => ({
    group: 'none',
    type: 'none',
    companyId: cast.users[who].companyId,
    clientId: 'none',
    sort: 'none',
    order: 'none',
    search: 'none',
  }),
  'campaigns.overview': (cast, who) => ({ companyId: cast.users[who].companyId }),
  'campaigns.find': (cast, who) => ({
    companyID: cast.users[who].companyId,
    search: campaignOf(cast, who).number,
  }),
  'campaigns.get': (cast, who) => ({ id: campaignOf(cast, who).number }),
  'campaigns.create': (cast, who) => ({
    companyID: campaignOf(cast, who).companyId,
    leadspeekType: 'local',
    campaignName: `Visitors of ${who}`,
    urlCode: 'https://www.example.com/',
  }),
  'campaigns.update': (cast, who) => ({
    leadspeekID: campaignOf(cast, who).number,
    campaignName: `Campaign of ${who}`,
  }),
  'campaigns.updateSite': (cast, who) => ({
    leadspeekID: campaignOf(cast, who).number,
    urlCode: 'https://www.example.com/landing',
  }),
  'campaigns.updateSearch': (cast) => ({
    leadspeekID: cast.campaigns.harbor.number,
    locatorkeyword: ['roof repair'],
    nationaltargeting: 'T',
  }),
  'campaigns.setActive': (cast, who) => ({ leadspeekID: campaignOf(cast, who).number, status: 'F' }),
  'campaigns.setArchived': (cast, who) => ({ leadspeekID: campaignOf(cast, who).number, status: 'T' }),
  'campaigns.getResource': (cast, who) => ({
    orgId: campaignOf(cast, who).companyId,
    campaignId: campaignOf(cast, who).number,
  }),
  'campaigns.checkEmbedCode': (cast, who) => ({
    leadspeekID: campaignOf(cast, who).number,
    url: 'https://other-site.example/',
  }),
  'campaigns.startCharge': (cast, who) => ({ id: campaignOf(cast, who).number }),
  'campaigns.currentTopUp': (cast, who) => ({ id: campaignOf(cast, who).number }),
  'campaigns.remainingBalanceLeads': (cast, who) => ({ id: campaignOf(cast, who).number }),
  'campaigns.stopContinualTopUp': (cast, who) => ({ leadspeekID: campaignOf(cast, who).number }),
  'campaigns.estimateRefundTopUp': (cast, who) => ({ leadspeekID: campaignOf(cast, who).number }),
  'campaigns.refundTopUp': (cast, who) => ({ leadspeekID: campaignOf(cast, who).number, refund_amount: 10 }),
  'campaigns.sendTestLead': (cast, who) => ({
    company_id: campaignOf(cast, who).companyId,
    campaign_id: campaignOf(cast, who).number,
  }),
  'campaigns.remove': (cast, who) => ({ leadspeekID: campaignOf(cast, who).number }),
  'integrations.campaignWebhooks': (cast, who) => ({
    company_id: campaignOf(cast, who).companyId,
    campaign_id: campaignOf(cast, who).number,
  }),
  'integrations.agencyWebhooks': (cast, who) => ({ company_id: cast.users[who].companyId }),
  'integrations.addWebhook': (cast, who) => ({
    company_id: campaignOf(cast, who).companyId,
    campaign_id: campaignOf(cast, who).number,
    url: 'http://localhost:9/hooks/of/somebody',
    label: `Webhook of ${who}`,
  }),
  'integrations.rollWebhook': (cast, who) => ({
    company_id: campaignOf(cast, who).companyId,
    campaign_id: campaignOf(cast, who).number,
    webhook_id: 'whk_01JD0000000000000000000000',
  }),
  'integrations.changeWebhook': (cast, who) => ({
    company_id: campaignOf(cast, who).companyId,
    campaign_id: campaignOf(cast, who).number,
    webhook_id: 'whk_01JD0000000000000000000000',
    enabled: 'F',
  }),
  'integrations.removeWebhook': (cast, who) => ({
    company_id: campaignOf(cast, who).companyId,
    campaign_id: campaignOf(cast, who).number,
    webhook_id: 'whk_01JD0000000000000000000000',
  }),
  'integrations.tools': (cast, who) => ({ company_id: cast.users[who].companyId }),
  'integrations.tool': (cast, who) => ({ company_id: cast.users[who].companyId, integration_id: 'sendgrid' }),
  'integrations.countReplay': replaySample,
  'integrations.startReplay': replaySample,
  'integrations.latestReplay': (cast, who) => ({
    company_id: cast.users[who].companyId,
    integration_id: 'sendgrid',
  }),
  'integrations.deliveryHistory': (cast, who) => ({
    company_id: cast.users[who].companyId,
    integration_id: 'sendgrid',
  }),
  'integrations.sheet': (cast, who) => ({ leadspeekID: campaignOf(cast, who).number }),
  'integrations.sheetHistory': (cast, who) => ({ leadspeekID: campaignOf(cast, who).number }),
  'integrations.resetSheet': (cast, who) => ({ leadspeekID: campaignOf(cast, who).number }),
  'integrations.resendSheetLink': (cast, who) => ({ leadspeekID: campaignOf(cast, who).number }),
  'integrations.revokeSheets': (cast, who) => ({ company_id: cast.users[who].companyId }),
  'integrations.checkSheets': (cast, who) => ({ company_id: cast.users[who].companyId }),
  'integrations.beginSignIn': (cast, who) => ({
    company_id: cast.users[who].companyId,
    integration_slug: 'google_sheets',
  }),
  'integrations.signInReturn': () => ({ place: 'sheets', state: 'no' }),
  'integrations.finishSignIn': (cast, who) => ({
    company_id: cast.users[who].companyId,
    integration_slug: 'google_sheets',
    state: 'no',
    code: 'no',
  }),
  'integrations.connectTool': (cast, who) => ({
    company_id: cast.users[who].companyId,
    integration_slug: 'sendgrid',
    settings: { api_key: 'SG.demonstration-only.no-secret-of-anybody-at-all' },
  }),
  'integrations.switchOnTool': (cast, who) => ({ company_id: cast.users[who].companyId, integration_id: 'sendgrid' }),
  'integrations.disconnectTool': (cast, who) => ({ company_id: cast.users[who].companyId, integration_id: 'sendgrid' }),
  'integrations.campaignTools': (cast, who) => ({ leadspeekID: campaignOf(cast, who).number }),
  'integrations.chooseTool': (cast, who) => ({
    leadspeekID: campaignOf(cast, who).number,
    integration_slug: 'sendgrid',
    enabled: 'F',
  }),
  'integrations.gohighlevelTags': optionsSample,
  'integrations.sendgridLists': optionsSample,
  'integrations.kartraLists': optionsSample,
  'integrations.kartraTags': optionsSample,
  'integrations.clickfunnelsTags': optionsSample,
  'integrations.mailboxpowerGroups': optionsSample,
  'integrations.subAccounts': optionsSample,
  'integrations.subAccountTags': (cast, who) => ({ ...optionsSample(cast, who), location_id: 'location1' }),
  'integrations.makeMenu': (cast, who) => ({
    company_id: cast.users[who].companyId,
    locationIds: ['location1'],
    title: 'Leads',
  }),
  'integrations.removeMenu': (cast, who) => ({ company_id: cast.users[who].companyId }),
  'integrations.mailingLists': (cast, who) => ({ company_id: cast.users[who].companyId }),
  'integrations.failedDeliveries': (cast, who) => ({ leadspeekID: campaignOf(cast, who).number }),
  'integrations.replayDeliveries': (cast, who) => ({ leadspeekID: campaignOf(cast, who).number }),
  'leads.list': (cast, who) => {
    // Who sees several asks for one that no other sample removes.
    const { companyId, number } = who === 'cleo' ? cast.campaigns.smiles : campaignOf(cast, who, cast.campaigns.harbor)
    return { companyId, clientId: companyId, campaignID: number, startDate: '2026-11-01', endDate: '2026-11-30' }
  },
  'payments.reportInvoices': (cast, who) => {
    const { companyId, number } = who === 'cleo' ? cast.campaigns.smiles : campaignOf(cast, who, cast.campaigns.harbor)
    return { companyId, clientId: companyId, campaignID: number, startDate: '2026-11-01', endDate: '2026-11-30' }
  },
  'leads.chart': (cast, who) => {
    // Who sees several asks for one that no other sample removes.
    const { companyId, number } = who === 'cleo' ? cast.campaigns.smiles : campaignOf(cast, who, cast.campaigns.harbor)
    return {
      companyId,
      clientId: companyId,
      campaignID: number,
      startDate: '2026-11-01',
      endDate: '2026-11-30',
      leads: 'T',
    }
  },
  'leads.initDates': (cast, who) => {
    // Who sees several asks for one that no other sample removes.
    const { companyId, number } = who === 'cleo' ? cast.campaigns.smiles : campaignOf(cast, who, cast.campaigns.harbor)
    return { companyId, clientId: companyId, campaignID: number, startDate: '2026-11-01', endDate: '2026-11-30' }
  },
  'leads.download': (cast, who) => {
    // Who sees several asks for one that no other sample removes.
    const { companyId, number } = who === 'cleo' ? cast.campaigns.smiles : campaignOf(cast, who, cast.campaigns.harbor)
    return { companyId, clientId: companyId, campaignID: number, startDate: '2026-11-01', endDate: '2026-11-30' }
  },
  'leads.get': (cast, who) => {
    const { companyId, number } = who === 'cleo' ? cast.campaigns.smiles : campaignOf(cast, who, cast.campaigns.harbor)
    const lead = { storedAt: '2026-11-01T12:00:00.000Z', leadId: 'led_01JD0000000000000000000000' }
    return { clientId: companyId, leadspeekID: number, ...lead }
  },
  'leads.explainCharge': (cast, who) => {
    const { companyId, number } = who === 'cleo' ? cast.campaigns.smiles : campaignOf(cast, who, cast.campaigns.harbor)
    const lead = { storedAt: '2026-11-01T12:00:00.000Z', leadId: 'led_01JD0000000000000000000000' }
    return { clientId: companyId, leadspeekID: number, ...lead }
  },
  'wallet.get': (cast, who) => ({ company_id: cast.users[who].companyId, date: '2026-11' }),
  'wallet.history': (cast, who) => ({ company_id: cast.users[who].companyId, date: '2026-11' }),
  'wallet.leads': (cast, who) => ({ company_id: cast.users[who].companyId, transaction_id: '202611-auto-1-1' }),
  'wallet.explain': (cast, who) => ({ company_id: cast.users[who].companyId, transaction_id: '202611-auto-1-1' }),
  'wallet.stopContinual': (cast, who) => ({ company_id: cast.users[who].companyId, stop_continual: 'F' }),
  'wallet.save': (cast, who) => ({ company_id: cast.users[who].companyId, amount: 500, custom_amount: 'F' }),
  'wallet.charge': (cast, who) => ({
    company_id: cast.users[who].companyId,
    amount: 250,
    custom_amount: 'F',
    stop_continual: 'F',
    payment_type: 'credit_card',
  }),
  'wallet.confirm': (cast, who) => ({ company_id: cast.users[who].companyId, transaction_id: '202611-top-1' }),
  'wallet.download': (cast, who) => ({ companyId: cast.users[who].companyId, month: '2026-11' }),
  'wallet.receipt': (cast, who) => ({ company_id: cast.users[who].companyId, transaction_id: '202611-top-1' }),
  'wallet.enableTopUp': (cast) => ({
    company_id: cast.northlight.id,
    is_enable_topup_prepaid_direct_payment: true,
  }),
  ...paymentSamples,
}
