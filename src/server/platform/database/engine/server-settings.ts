/** PostgreSQL's settings, as arguments: they hold whatever the cluster's own configuration files say. */
export function settingArgs(place: Record<string, string>): string[] {
  const settings = {
    ...place,
    max_connections: '40',
    shared_buffers: '64MB',
    max_wal_size: '256MB',
    // An acknowledged write survives a power cut.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A container's /dev/shm is often too small for a parallel query.
    dynamic_shared_memory_type: 'mmap',
    log_min_messages: 'warning',
    // Details and statements would carry addresses and names into the log ("Key (email)=(…) already exists").
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
