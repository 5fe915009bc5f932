/**
 * True for a module that runs as soon as the script does: it is the entry, or something that runs then imports it.
 * Kept in the entry's file, it costs no request of its own.
 *
 * @param graph answers about a module: `{isEntry, importers}`, where importers leave import() out.
 */
export function isLoadedAtOnce(id, graph, seen = new Set()) {
  if (seen.has(id)) return false;
  seen.add(id);
  const module = graph.getModuleInfo(id);
  return Boolean(module?.isEntry || module?.importers.some((importer) => isLoadedAtOnce(importer, graph, seen)));
}
