import Mimeograph
import MimeographTree

/// An object of a keyed archive whose references are resolved.
///
/// Source: the coding of Foundation's own classes in swift-corelibs-foundation (`NSArray.swift`, `NSDate.swift` …).
struct KeyedArchiveObject {
    let members: PropertyListMembers

    /// The value that stands for it in a plain tree.
    var plainValue: PropertyList {
        guard let description = members["$class"], let name = description["$classname"].string else {
            return PropertyList(storage: .dictionary(members))
        }
        for ancestor in description["$classes"].array.map({ Array($0) }) ?? [] {
            if let value = ancestor.string.flatMap({ plainValue(as: $0) }) { return value }
        }
        var named = members
        named["$class"] = PropertyList(name)
        return PropertyList(storage: .dictionary(named))
    }

    /// The value of an object of that class; nil where the class has none, or the object lacks what it should have.
    private func plainValue(as className: String) -> PropertyList? {
        switch className.utf8Key {
        case "NSArray", "NSSet": return member("NS.objects", .array)
        case "NSOrderedSet": return numberedObjects
        case "NSDictionary": return dictionary
        case "NSString": return member("NS.string", .string)
        case "NSData": return member("NS.data", .data)
        case "NSDate": return members["NS.time"]?.double.map { .date(secondsSinceReferenceDate: $0) }
        case "NSNull": return .null
        default: return nil
        }
    }

    /// A member of that kind. (`nil` beside a value would be read as the null of a property list.)
    private func member(_ key: String, _ kind: PropertyList.Kind) -> PropertyList? {
        guard let value = members[key], value.kind == kind else { return .none }
        return value
    }

    /// Objects that stand one by one, under `NS.object.0` and so on.
    private var numberedObjects: PropertyList? {
        var elements: [PropertyList] = []
        while let element = members["NS.object.\(elements.count)"] { elements.append(element) }
        // All but the class.
        guard elements.count == members.keys.count - 1 else { return .none }
        return PropertyList(storage: .array(elements))
    }

    private var dictionary: PropertyList? {
        guard let keys = members["NS.keys"]?.array, let values = members["NS.objects"]?.array,
            keys.count == values.count
        else { return nil }
        var built = PropertyListMembers()
        for (key, value) in zip(keys, values) {
            guard let key = key.string else { return nil }
            built[key] = value
        }
        return PropertyList(storage: .dictionary(built))
    }
}
