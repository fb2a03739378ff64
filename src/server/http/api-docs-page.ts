export function apiDocsPage(): string {
  return ''
}
