import FuzzerSupport
import Mimeograph

/// An edit of header fields.
struct Edit {
    enum Kind: UInt8, CaseIterable {
        case append, set, assign, remove
    }

    let kind: Kind
    let name: String
    let value: String

    /// Parses a line of an input: the kind of edit, the name, a colon and the value.
    init?(_ line: ArraySlice<UInt8>) {
        guard let first = line.first, let kind = Kind(rawValue: first & 3) else { return nil }
        self.kind = kind
        let rest = line.dropFirst()
        let colon = rest.firstIndex(of: 0x3A) ?? rest.endIndex
        name = String(decoding: rest[..<colon], as: UTF8.self)
        value = String(decoding: rest[colon...].dropFirst(), as: UTF8.self)
    }

    func apply(to fields: inout HeaderFields) {
        let before = fields
        do throws(HeaderFieldError) {
            switch kind {
            case .append: try fields.append(name, value)
            case .set: try fields.set(name, to: value)
            case .assign: fields[name] = value
            case .remove: fields.remove(name)
            }
        } catch {
            let length = error.reason == .badValue ? value.utf8.count : name.utf8.count
            require(0...length ~= error.offset, "byte \(error.offset) is outside the text: \(error)")
            require(fields == before, "a rejected field changed the fields")
        }
    }

    func apply(to model: inout FieldsModel) {
        let mayStand = FieldsModel.mayStand(name, value)
        switch kind {
        case .append: if mayStand { model.append(name, value) }
        case .set, .assign: if mayStand { model.set(name, value) }
        case .remove: model.remove(name)
        }
    }
}
