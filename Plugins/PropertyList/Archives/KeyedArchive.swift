public import Mimeograph

/// What `NSKeyedArchiver` writes, for a look inside: no class is ever instantiated.
///
/// An archive is a property list with all its objects in one array, where they refer to each other by ``PropertyList/UID``.
///
/// ```swift
/// let archive = try KeyedArchive(PropertyList(parsing: body))
/// let tree = try archive.tree()            // every reference replaced by what it refers to
/// let window = tree["root"]["frame"].string
/// ```
public struct KeyedArchive: Sendable {
    /// The name of the class that wrote it, mostly `NSKeyedArchiver`.
    public let archiver: String
    /// The objects as they stand, the first of them the string `$null`.
    public let objects: [PropertyList]
    /// The outermost values by name, mostly one reference with the name `root`.
    public let top: PropertyList

    /// Takes a list apart.
    ///
    /// - Throws: ``SerializationError/Code/dataShape`` where it is no keyed archive.
    public init(_ list: PropertyList) throws(SerializationError) {
        guard let archiver = list["$archiver"].string, let objects = list["$objects"].array,
            list["$top"].kind == .dictionary
        else {
            throw SerializationError(
                .dataShape,
                "The property list is no keyed archive: it lacks $archiver, $objects or $top.",
                remedy: "Read the values from the property list itself."
            )
        }
        self.archiver = archiver
        self.objects = Array(objects)
        top = list["$top"]
    }

    /// The object that a reference names, as it stands; nil where there is none.
    public subscript(uid: PropertyList.UID) -> PropertyList? {
        // Not with `?:`, where `nil` would be the null of a property list.
        guard Int(uid.index) < objects.count else { return .none }
        return objects[Int(uid.index)]
    }

    /// The name of the class that an object was of; nil where it is a plain value.
    public func className(of object: PropertyList) -> String? {
        object["$class"].uid.flatMap { self[$0] }?["$classname"].string
    }

    /// The outermost values, with every reference in them replaced by what it refers to.
    ///
    /// Foundation's own collections and values become plain ones: `NSArray`, `NSSet` and `NSOrderedSet` arrays,
    /// `NSDictionary` with strings for keys a dictionary, `NSString`, `NSData` and `NSDate` what they hold, `NSNull` and
    /// the reference to `$null` null. Every other object becomes a dictionary in which `$class` is the name of its class.
    ///
    /// - Parameter limits: What the tree may come to: its depth, its elements, and the bytes of its strings and data.
    /// - Throws: ``SerializationError/Code/dataShape`` for a reference to no object and for an object that holds itself,
    ///   ``SerializationError/Code/limitExceeded``.
    public func tree(limits: DecodingLimits = .standard) throws(SerializationError) -> PropertyList {
        var resolution = KeyedArchiveResolution(objects: objects, limits: limits)
        return try resolution.resolve(top)
    }

    /// The value of one reference, with every reference in it replaced, as ``tree(limits:)`` does it.
    public func tree(
        of uid: PropertyList.UID,
        limits: DecodingLimits = .standard
    ) throws(SerializationError) -> PropertyList {
        var resolution = KeyedArchiveResolution(objects: objects, limits: limits)
        return try resolution.resolve(PropertyList(uid))
    }
}
