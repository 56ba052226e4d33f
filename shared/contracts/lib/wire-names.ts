// The legacy names that the specification fixes for the wire, and the word that we use for each. They are known here, in
// functions/wire, functions/api and web/api; `npm run check` refuses them everywhere else.

/** Names that no rule turns into ours. */
const words = {
  // People.
  ClientEmail: 'email',
  ClientFullName: 'fullName',
  ClientPass: 'password',
  ClientPhone: 'phone',
  ClientPhoneCountryCode: 'phoneCountryCode',
  ClientRole: 'roleId',
  adminGetNotification: 'getsNotices',
  customercare: 'isCustomerCare',
  defaultAdmin: 'isDefaultAdmin',
  firstname: 'firstName',
  fullname: 'fullName',
  ip_login: 'signInAddress',
  isAccExecutive: 'isAccountExecutive',
  lastname: 'lastName',
  permission_active: 'usesOwnPermissions',
  phonenum: 'phone',
  profile_pict: 'picture',
  systemuser: 'isSystemUser',
  type_user: 'userType',
  type_user_tx: 'userTypeText',
  user_type_ori: 'originalUserType',
  usrID: 'userId',
  // Companies.
  ClientCompanyName: 'companyName',
  ClientWhiteLabeling: 'isWhiteLabel',
  DownlineDomain: 'domain',
  DownlineOrganizationID: 'externalOrganizationId',
  DownlineSubDomain: 'subdomain',
  accountexecutive: 'accountExecutive',
  accountexecutiveid: 'accountExecutiveId',
  accountref: 'referral',
  accountrefid: 'referralId',
  agencyplatformroot: 'isPlatformAgency',
  companyname: 'companyName',
  company_root_nameshort: 'companyRootShortName',
  companyparentlogo: 'companyParentLogo',
  companyparentname: 'companyParentName',
  companyrootid: 'companyRootId',
  disabledaddcampaign: 'disableClientAddCampaign',
  disabledreceivedemail: 'receivesNoMail',
  editorspreadsheet: 'editsSheets',
  enablephonenumber: 'showsPhone',
  external_organizationid: 'externalOrganizationId',
  franchize: 'franchise',
  franchizedirector: 'franchiseDirector',
  idSys: 'rootId',
  idsys: 'rootId',
  is_marketing_services_agreement_developer: 'hasDeveloperAgreement',
  is_user_generate_api: 'hasApiKey',
  is_whitelabeling: 'isWhiteLabel',
  masteridsys: 'masterId',
  officemanager: 'officeManager',
  orisubdomain: 'ownSubdomain',
  ownedcompanyid: 'ownedCompanyId',
  refcode: 'referralCode',
  rootcomp: 'isRootCompany',
  salesrep: 'salesRep',
  salesrepid: 'salesRepId',
  userrootaddress: 'rootUserAddress',
  userrootemail: 'rootUserEmail',
  userrootname: 'rootUserName',
  whitelabelling: 'isWhiteLabel',
  // What is set up, and what a person sees.
  accessmodule: 'accessModule',
  accessmodule_agency: 'accessModuleAgency',
  accountconnected: 'connectionState',
  agencymodules: 'agencyModules',
  agencyonboarding: 'agencyOnboarding',
  agencysidebar: 'agencySidebar',
  clientsidebar: 'clientSidebar',
  creditcardsetup: 'hasCard',
  defaultmodules: 'defaultModules',
  fcampid: 'failedCampaignId',
  finamt: 'failedAmount',
  leadb2bname: 'b2bName',
  leadb2burl: 'b2bUrl',
  leadenhancename: 'enhanceName',
  leadenhanceurl: 'enhanceUrl',
  leadlocalname: 'localName',
  leadlocalurl: 'localUrl',
  leadlocatorname: 'locatorName',
  leadlocatorurl: 'locatorUrl',
  menuLeadspeek: 'hasLeadsMenu',
  minimumspend: 'minimumSpend',
  paymentgateway: 'paymentGateway',
  paymenttermlist: 'paymentTerms',
  roledata: 'roleData',
  rootmodules: 'rootModules',
  rootpaymentterm: 'rootPaymentTerms',
  rootsidemenu: 'rootSideMenu',
  secondstepdue: 'secondStepDue',
  selected_payment_term: 'selectedTerms',
  selectedmodules: 'selectedModules',
  selectedterms: 'selectedTerms',
  setupcomplete: 'isSetupComplete',
  sidemenu: 'sideMenu',
  status_acc: 'connectionState',
  // Brands and settings.
  box_bgcolor: 'boxColour',
  boxcolor: 'boxColour',
  comsetname: 'settingName',
  comsetval: 'value',
  contenttype: 'contentType',
  embeddedcode: 'embeddedCode',
  failedat: 'failedAt',
  font_theme: 'font',
  fonttheme: 'font',
  fromaddress: 'fromAddress',
  link_color: 'linkColour',
  linkcolor: 'linkColour',
  logodark: 'logoDark',
  nameshort: 'shortName',
  parentcolors: 'parentColours',
  sendto: 'sendTo',
  settingname: 'settingName',
  sidebar_bgcolor: 'sidebarColour',
  sidebarcolor: 'sidebarColour',
  supporturl: 'supportUrl',
  template_bgcolor: 'templateColour',
  templatecolor: 'templateColour',
  text_color: 'textColour',
  textcolor: 'textColour',
  whynot: 'whyNot',
  // Campaigns, leads and files.
  campaigntype: 'campaignType',
  leadspeekID: 'campaignId',
  leadspeek_api_id: 'campaignNumber',
  leadspeekType: 'productLine',
  reportSentTo: 'reportTo',
  adminNotifyTo: 'noticeTo',
  leadsAmountNotification: 'noticeEvery',
  enableMinimumLimitLeads: 'hasMinimumLeads',
  minimumLimitLeads: 'minimumLeads',
  monthlySpendCapCents: 'monthlyCapCents',
  clientHidePhone: 'hidesPhone',
  urlCode: 'siteUrl',
  urlCodeThankyou: 'thankYouUrl',
  gtminstalled: 'isGtmInstalled',
  locatorzip: 'zipCodes',
  locatordesc: 'areaDescription',
  locatorkeyword: 'keywords',
  locatorkeywordcontextual: 'contextualKeywords',
  locatorstate: 'states',
  locatorcity: 'cities',
  locatorrequire: 'requiredFields',
  locationtarget: 'locationTarget',
  nationaltargeting: 'isNational',
  startdatecampaign: 'startOn',
  enddatecampaign: 'endOn',
  timezone: 'timeZone',
  phoneenabled: 'hasPhone',
  homeaddressenabled: 'hasHomeAddress',
  requireemailaddress: 'requiresEmail',
  reidentificationtype: 'reidentification',
  applyreidentificationall: 'reidentifiesAcross',
  listAdvanceInformationId: 'advancedInformationIds',
  listB2BInformationId: 'b2bInformationIds',
  campaign_information_type: 'informationType',
  leadspeek_type: 'productLine',
  msg: 'message',
  // Prices and payments.
  B2bCostperlead: 'costPerLead',
  B2bMinCostMonth: 'periodFee',
  B2bPlatformFee: 'platformFee',
  CostMaxLead: 'costAboveLimit',
  CostMonth: 'periodFee',
  CostSet: 'costPerLead',
  CostSetAdvanced: 'costPerLeadAdvanced',
  CostSetB2b: 'costPerLeadB2b',
  Costperlead: 'costPerLead',
  CostperleadAdvanced: 'costPerLeadAdvanced',
  EnhanceCostperlead: 'costPerLead',
  EnhanceMinCostMonth: 'periodFee',
  EnhancePlatformFee: 'platformFee',
  LeadspeekCostperlead: 'costPerLead',
  LeadspeekCostperleadAdvanced: 'costPerLeadAdvanced',
  LeadspeekMinCostMonth: 'periodFee',
  LeadspeekPlatformFee: 'platformFee',
  LimitLead: 'leadLimit',
  LimitLeadEnd: 'leadLimitEnd',
  LimitLeadFreq: 'leadLimitPeriod',
  LimitLeadStart: 'leadLimitStart',
  LocatorCostperlead: 'costPerLead',
  LocatorMinCostMonth: 'periodFee',
  LocatorPlatformFee: 'platformFee',
  MinCostMonth: 'periodFee',
  ModuleID: 'productLine',
  cost_month: 'periodFee',
  dpay: 'defaultTerm',
  is_enable_topup_prepaid_direct_payment: 'isTopUpEnabled',
  leadsbuy: 'leadsToBuy',
  plan_minspend_id: 'planMinSpendId',
  rootcostagency: 'rootCosts',
  topupoptions: 'topUpMode',
  // Signing in.
  currpassword: 'currentPassword',
  gtoken: 'captchaToken',
  newcode: 'newCode',
  newemail: 'newEmail',
  newpassword: 'newPassword',
  oldcode: 'oldCode',
  pwd: 'password',
  urldata: 'urlData',
} as const satisfies Record<string, string>
type Words = typeof words

/** Payment terms and products of a beta are values; where they name a field they keep their names. */
export const valueNames = ['Weekly', 'Monthly', 'OneTime', 'One Time', 'Prepaid', 'b2b_module', 'data_wallet'] as const
type ValueName = (typeof valueNames)[number]

/** Values that are legacy words. */
const values = {
  company_name: 'companyName',
  created_at: 'createdAt',
  full_name: 'fullName',
  logodark: 'logoDark',
  // The main person of an agency, and the entry of an agency in a list.
  userdownline: 'agency',
} as const satisfies Record<string, string>
type Values = typeof values
export const legacyValues: readonly string[] = Object.keys(values)

export const isLegacyValue = (value: unknown): boolean => typeof value === 'string' && Object.hasOwn(values, value)
// @NOTE every value of the table stands for one word of ours, and the other way round.
const wireValues = Object.fromEntries(Object.entries(values).map(([wire, own]) => [own, wire]))

type OwnValue<Value> = Value extends keyof Values ? Values[Value] : Value
type WireValue<Value> = Value extends Values[keyof Values]
  ? { [Wire in keyof Values]: Values[Wire] extends Value ? Wire : never }[keyof Values]
  : Value

/** A value of a field that may hold legacy words, in our words. */
export const ownValue = <const Value>(value: Value): OwnValue<Value> =>
  // @NOTE the type is what the table says of the value.
  (typeof value === 'string' && Object.hasOwn(values, value) ? values[value as keyof Values] : value) as OwnValue<Value>
export const wireValue = <const Value>(value: Value): WireValue<Value> =>
  // @NOTE as above, the other way round.
  (typeof value === 'string' && Object.hasOwn(wireValues, value) ? wireValues[value] : value) as WireValue<Value>

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name
type WithoutAcronym<Name extends string> = Name extends `${infer Head}ID` ? `${Head}Id` : Name

/** Our word for a name of the wire, as a type. */
export type OwnName<Name> = Name extends ValueName
  ? Name
  : Name extends keyof Words
    ? Words[Name]
    : Name extends string
      ? Uncapitalize<WithoutAcronym<Camel<Name>>>
      : Name

/** `company_id` and `CompanyID` become `companyId`. */
export function plainName(name: string): string {
  const joined = name.replaceAll(/_(.)/g, (_, first: string) => first.toUpperCase()).replace(/ID$/, 'Id')
  return joined.charAt(0).toLowerCase() + joined.slice(1)
}

/** Our word for a name of the wire; a name that is ours already stays. */
export function ownName(name: string): string {
  if ((valueNames as readonly string[]).includes(name)) return name
  // @NOTE `hasOwn` has just said that it is one of the names.
  return Object.hasOwn(words, name) ? words[name as keyof Words] : plainName(name)
}

export const isLegacyName = (name: string) => ownName(name) !== name

/** What travels, in our terms: our names, and booleans for flags. */
export type Own<Value> = Value extends 'T' | 'F'
  ? boolean
  : Value extends keyof Values
    ? Values[Value]
    : Value extends string | number | boolean | null | undefined
      ? Value
      : Value extends readonly (infer Item)[]
        ? Own<Item>[]
        : Value extends object
          ? { [Key in keyof Value as OwnName<Key>]: Own<Value[Key]> }
          : Value
