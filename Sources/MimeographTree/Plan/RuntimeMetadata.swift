#if os(Linux)
    // The only use of the runtime's own interfaces. `Mirror` needs a value, and gives neither offsets nor the names of cases.
    @_spi(Reflection) import Swift

    /// A stored property of a struct.
    struct StoredProperty {
        let name: String
        /// Its distance from the beginning of the struct, in bytes.
        let offset: Int
        let type: any Any.Type
    }

    enum RuntimeMetadata {
        /// Returns the stored properties of a struct; nil for other types, and for a program that was built without metadata for
        /// reflection.
        static func storedProperties(of type: any Any.Type) -> [StoredProperty]? {
            var properties: [StoredProperty] = []
            let isStruct = unsafe _forEachField(of: type, options: []) { name, offset, type, _ in
                // SAFETY: the runtime passes a string with a zero at its end.
                properties.append(StoredProperty(name: unsafe String(cString: name), offset: offset, type: type))
                return true
            }
            return isStruct ? properties : nil
        }

        /// Returns the name of the case that a key is; nil if it is not a case of an enumeration.
        static func caseName<Key: CodingKey>(of key: Key) -> String? {
            // SAFETY: the runtime returns a string with a zero at its end, which lives as long as the program.
            unsafe swiftEnumCaseName(key).map { unsafe String(cString: $0) }
        }
    }

    @_silgen_name("swift_EnumCaseName")
    private func swiftEnumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
#endif
