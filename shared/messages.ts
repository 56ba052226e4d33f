// Sentences that screens and server must say in exactly these words.

export const messages = {
  added: 'Data has been added successfully',
  updated: 'Data has been updated successfully',
  deleted: 'Deleted!',
  busy: 'Server might be busy please try again later',
  productInUse:
    'Unable to disable the product due to active campaigns. Please manually stop the campaigns before disabling the product.',
  phone: 'Please enter valid phone number',
  term: 'Please select payment term',
  emailTaken: 'This email already exists',
  changedMeanwhile: 'This was changed by somebody else at the same time. Please open it again.',
  agreementFailed: 'Failed to download agreement file. Please try again later.',
  settingSaved: 'Setting has been saved.',
  aboveMonthlyLimit:
    'The monthly limit is below this amount, so automatic top-ups would never buy it. Raise the limit first.',
  settingsSaved: 'Your settings have been saved.',
  costMinimum: '*Cost Per Lead Minimum',
  belowCost: 'Price is lower than your cost',
  amountTooSmall: 'Amount can not be less than or equal to 0.5.',
  amountInvalid: 'Please enter a valid amount.',
  settingFailed: 'We are unable to save your setting, please try again later.',
  couponInvalid: 'Coupon is not valid',
  manualBillFailed: 'We are unable to save. Please try again later or contact support for assistance.',
  excludeFailed:
    'We are unable to include/exclude the agency for minimum spend, please try again later or contact the support',
  settled: 'Manual Bill Settlement has been successfully processed.',
  settleFailed: 'Something went wrong, please try again later..',
  nothing: 'No Data',
  mustAgree: 'Please click agree before you continue',
  lookUpFailed: 'Server might be busy. Please try again later.',
  changesSaved: 'Changes saved successfully',
  testLeadTooSoon: 'You can only attempt this test once every minute. Please try again later.',
  noIntegration: 'No integration is connected to this campaign yet, so the test lead went nowhere.',
  tagFound: 'The code is on your page.',
  tagMissing: 'The code was not found on your page.',
  crawlBlocked: 'Blocked from crawling (Needs manual review at your url)',
} as const
