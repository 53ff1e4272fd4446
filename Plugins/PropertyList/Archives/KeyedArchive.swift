public import Mimeograph
import MimeographTree

/// A property list written by `NSKeyedArchiver`, for inspection. No class is ever instantiated.
///
/// An archive is a property list with all its objects in one array. The objects refer to each other by ``PropertyList/UID``.
///
/// ```swift
/// let archive = try KeyedArchive(PropertyList(parsing: body))
/// let tree = try archive.tree() // replaces every reference with the object it refers to
/// let window = tree["root"]["frame"].string
/// ```
public struct KeyedArchive: Sendable {
    /// The name of the class that wrote the archive, usually `NSKeyedArchiver`.
    public let archiver: String
    /// The objects as archived; the first is the string `$null`.
    public let objects: [PropertyList]
    /// The outermost values by name, usually one reference with the name `root`.
    public let top: PropertyList

    /// Reads the parts of a list.
    ///
    /// - Throws: ``SerializationError/Code/dataShape`` if it is not a keyed archive.
    public init(_ list: PropertyList) throws(SerializationError) {
        guard let archiver = list["$archiver"].string, let objects = list["$objects"].array,
            list["$top"].kind == .dictionary
        else {
            throw SerializationError(
                .dataShape,
                "The property list is not a keyed archive: it lacks $archiver, $objects or $top.",
                remedy: "Read the values from the property list itself."
            )
        }
        self.archiver = archiver
        self.objects = Array(objects)
        top = list["$top"]
    }

    /// The object of a reference as archived; nil if there is none.
    public subscript(uid: PropertyList.UID) -> PropertyList? {
        // A conditional expression with `nil` would return the null of a property list.
        guard Int(uid.index) < objects.count else { return .none }
        return objects[Int(uid.index)]
    }

    /// Returns the name of an object's class; nil for a plain value.
    public func className(of object: PropertyList) -> String? {
        object["$class"].uid.flatMap { self[$0] }?["$classname"].string
    }

    /// Returns the outermost values, with every reference in them replaced with its object.
    ///
    /// Foundation's own collections and values become plain ones. `NSArray`, `NSSet` and `NSOrderedSet` become arrays, and an
    /// `NSDictionary` with string keys becomes a dictionary. `NSString`, `NSData` and `NSDate` become their contents. `NSNull`
    /// and the reference to `$null` become null. Every other object becomes a dictionary in which `$class` is the name of its
    /// class.
    ///
    /// - Parameter limits: The limits of the tree: its depth, its elements, and the bytes of its strings and data.
    /// - Throws: ``SerializationError/Code/dataShape`` for a reference without an object and for an object that contains itself,
    ///   ``SerializationError/Code/limitExceeded``.
    public func tree(limits: DecodingLimits = .standard) throws(SerializationError) -> PropertyList {
        var resolution = KeyedArchiveResolution(objects: objects, limits: limits)
        return try resolution.resolve(top)
    }

    /// Returns the value of one reference, with every reference in it replaced, as ``tree(limits:)`` does.
    public func tree(
        of uid: PropertyList.UID,
        limits: DecodingLimits = .standard
    ) throws(SerializationError) -> PropertyList {
        var resolution = KeyedArchiveResolution(objects: objects, limits: limits)
        return try resolution.resolve(PropertyList(uid))
    }
}

/// An object of a keyed archive whose references are resolved.
///
/// Source: the coding of Foundation's own classes in swift-corelibs-foundation (`NSArray.swift`, `NSDate.swift` …).
struct KeyedArchiveObject {
    let members: KeyedValues<TreeNode>

    private func value(_ key: String) -> PropertyList? { members[key].map(PropertyList.init) }

    /// The value that represents it in a plain tree.
    var plainValue: PropertyList {
        guard let description = value("$class"), let name = description["$classname"].string else {
            return PropertyList(TreeNode(.object(members)))
        }
        for ancestor in description["$classes"].array.map({ Array($0) }) ?? [] {
            if let value = ancestor.string.flatMap({ plainValue(as: $0) }) { return value }
        }
        var named = members
        named["$class"] = TreeNode(.string(name))
        return PropertyList(TreeNode(.object(named)))
    }

    /// Returns the value of an object of a class; nil if the class has none, or if the object lacks the expected member.
    private func plainValue(as className: String) -> PropertyList? {
        switch className.utf8Key {
        case "NSArray", "NSSet": return member("NS.objects", .array)
        case "NSOrderedSet": return numberedObjects
        case "NSDictionary": return dictionary
        case "NSString": return member("NS.string", .string)
        case "NSData": return member("NS.data", .data)
        case "NSDate": return value("NS.time")?.double.map { .date(secondsSinceReferenceDate: $0) }
        case "NSNull": return .null
        default: return nil
        }
    }

    /// Returns a member of a kind. (A plain `nil` would be the null of a property list.)
    private func member(_ key: String, _ kind: PropertyList.Kind) -> PropertyList? {
        guard let value = value(key), value.kind == kind else { return .none }
        return value
    }

    /// The objects that are stored one by one, under `NS.object.0` and so on.
    private var numberedObjects: PropertyList? {
        var elements: [PropertyList] = []
        while let element = value("NS.object.\(elements.count)") { elements.append(element) }
        // All members except the class.
        guard elements.count == members.keys.count - 1 else { return .none }
        return .array(elements)
    }

    private var dictionary: PropertyList? {
        guard let keys = value("NS.keys")?.array, let values = value("NS.objects")?.array,
            keys.count == values.count
        else { return nil }
        var built = KeyedValues<TreeNode>()
        for (key, value) in zip(keys, values) {
            guard let key = key.string else { return nil }
            built[key] = value.node
        }
        return PropertyList(TreeNode(.object(built)))
    }
}
