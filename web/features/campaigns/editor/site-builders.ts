// How the campaign's code gets onto a site, by what the site is built with.

type Instructions = { label: string; steps: readonly string[]; thankYou: string }

const everywhere = 'The same code serves: it knows the thank-you page by its address.'

export const builders = {
  wordpress: {
    label: 'WordPress',
    steps: [
      'Install a plugin for code in the head, such as WPCode, or open the header.php of your theme.',
      'Paste the code into “Header”, above the end of the head.',
      'Save, and empty the cache of the site where it has one.',
    ],
    thankYou: everywhere,
  },
  shopify: {
    label: 'Shopify',
    steps: [
      'Open Online Store, then Themes, then “Edit code” of your theme.',
      'In theme.liquid paste the code right above </head>, and save.',
    ],
    thankYou:
      'Shopify’s own order page is not part of the theme: paste this under Settings, Checkout, Order status page.',
  },
  wix: {
    label: 'Wix',
    steps: [
      'Open Settings, then Custom Code. Wix asks for a plan with a domain of your own.',
      'Add custom code, paste it, and choose “All pages” and “Head”.',
      'Apply, and publish the site.',
    ],
    thankYou: everywhere,
  },
  squarespace: {
    label: 'Squarespace',
    steps: ['Open Settings, then Developer Tools, then Code Injection.', 'Paste the code into “Header”, and save.'],
    thankYou: everywhere,
  },
  webflow: {
    label: 'Webflow',
    steps: [
      'Open Site settings, then Custom code.',
      'Paste the code into “Head code”, and save.',
      'Publish the site: before that the code is not on it.',
    ],
    thankYou: everywhere,
  },
  gtm: {
    label: 'Google Tag Manager',
    steps: [
      'Make a new tag of the kind “Custom HTML”, and paste the code.',
      'Choose the trigger “All Pages”.',
      'Save, and publish the container.',
    ],
    thankYou: 'Where Google Tag Manager is on the thank-you page too, nothing more is needed.',
  },
  other: {
    label: 'Something else',
    steps: ['Paste the code into the head of every page, right above </head>.', 'Publish the site.'],
    thankYou: everywhere,
  },
} as const satisfies Record<string, Instructions>

export type Builder = keyof typeof builders
export const isBuilder = (text: string | null): text is Builder => text !== null && Object.hasOwn(builders, text)
