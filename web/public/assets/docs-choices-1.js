// Runs before the page is painted, so that it never flashes in the other colours or languages. Its name holds a number
// because the file is cached for ever: a change needs another number.
{
  const root = document.documentElement
  const chosen = (name, known, fallback) => {
    try {
      const value = localStorage.getItem(`docs-${name}`)
      return known.includes(value) ? value : fallback
    } catch {
      return fallback
    }
  }
  root.dataset.language = chosen('language', ['sh', 'ts', 'python'], 'sh')
  const theme = chosen('theme', ['light', 'dark'], '')
  if (theme) root.dataset.theme = theme
}
