export const b2bServiceAgreement = {
  title: 'Service agreement',
  text: `
This product is being tried out. Before you use it, please read what that means. The agreement is between
{{company_root_legal}} ("we") and your agency.

# A product in trial
- Features, limits and prices may change during the trial. We tell you before a price goes up.
- Results may be incomplete or late. Please do not base a promise to a client on them alone.
- We are glad to hear what works and what does not, and may use what you tell us to improve the product.

# Business data
- The product delivers business contact data: names, positions, companies and business addresses.
- You use it only to offer your clients' goods and services to businesses, and stop when somebody asks you to.
- You do not use it to decide about credit, insurance, housing or employment, and do not pass it on.

# Charges
Leads of this product are charged at the price shown before a campaign starts. The service and billing agreement applies to
everything that is not said here.

# Ending
You may stop using the product at any time. We may end the trial with 14 days' notice; what was delivered until then is
charged, and nothing else.
`,
}
