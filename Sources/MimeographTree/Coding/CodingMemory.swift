import Synchronization

/// What a decoding learns of types, and what the next one of the same format uses again.
///
/// A body of a few hundred bytes is read in the time that it takes to make two containers. So a format has a few of these, each of
/// which is one decoding's at a time.
@safe
final class DecodingMemory {
    // SAFETY: as the state of ``TreeDecodingContext``: one thread uses it at a time, and no access spans a call that could come
    // back here.
    @exclusivity(unchecked) var kinds = CodingTypeCache<DecodableKind>()
    @exclusivity(unchecked) var containers = KeyedContainers()
    /// The decoding whose it is.
    @exclusivity(unchecked) var context: Unmanaged<TreeDecodingContext>?
}

/// The same for encodings.
@safe
final class EncodingMemory {
    @exclusivity(unchecked) var kinds = CodingTypeCache<EncodableKind>()
    @exclusivity(unchecked) var containers = KeyedContainers()
    @exclusivity(unchecked) var context: Unmanaged<TreeEncodingContext>?
}

/// A few objects that are in use by nothing.
final class IdleObjects<Object: AnyObject>: Sendable {
    /// Handed from one thread to another as a whole.
    private struct Handed: @unchecked Sendable {
        let object: Object
    }

    private let objects = Mutex<[Handed]>([])

    /// As many as threads may be coding at once on most machines; each has a few kilobytes.
    private static var most: Int { 16 }

    func take() -> Object? { objects.withLock { $0.popLast() }?.object }

    func give(_ object: Object) {
        let handed = Handed(object: object)
        objects.withLock { if $0.count < IdleObjects.most { $0.append(handed) } }
    }
}
