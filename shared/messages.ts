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
} as const
