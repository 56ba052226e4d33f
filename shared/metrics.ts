/** Where CloudWatch keeps the numbers that lines of the log carry. */
export const NAMESPACE = 'Leadloom'
