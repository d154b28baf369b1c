// std::string: the system's own templates, which its headers leave to the library.
#include <string>

template class std::allocator<char>;
template class std::basic_string<char>;
