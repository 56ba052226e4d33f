/** For a tool that takes no arguments: one that is given was meant to change something, so it ends the run with a sentence. */
export function refuseArguments(tool: string): void {
  const [first] = process.argv.slice(2)
  if (first === undefined) return
  console.error(`npm run ${tool} takes no arguments, and was given "${first}".`)
  process.exit(1)
}
