/** What glibc reads of the environment, and the service does not (mallopt(3), "Environment variables"). */
export const GLIBC_NAMES: readonly string[] = ['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_'];
