extension StringProtocol {
    /// Whether it is what the value of a field may be: no control character but the tab.
    ///
    /// Source: RFC 9110 §5.5.
    var isFieldContent: Bool { utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 } }
}
