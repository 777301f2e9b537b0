"""What the component on which numbers are averaged says."""

WORDS = {
    "zh": {
        "cells_by": "均值和标准差取自",
        "cells_token": "一个 token 的各个特征",
        "cells_token_norm": "LayerNorm",
        "cells_feature": "一个特征在各个 token 上的值",
        "cells_feature_norm": "训练时的 BatchNorm",
        "cells_sentence": "整句话的所有数",
        "cells_sentence_norm": "",
        "cells_row": "token",
        "cells_first": "第一维",
        "cells_second": "第二维",
        "cells_third": "第三维",
        "cells_fourth": "第四维",
        "cells_given": "给出的矩阵",
        "cells_answer": "归一化之后",
        "cells_where": "“{row}”的{column}这一格：",
        "cells_article": "文中的矩阵",
        "cells_other": "“吃”改成 {row}",
        "cells_pool": "亮着的 {n} 个数一起取：均值 {mean}，标准差 {std}。",
        "cells_eps": "每个数减去均值，再除以 {root}，其中 {eps}。",
        "say_fault_empty": "这一格还空着；请写一个数",
        "say_fault_shape": (
            "地址里的 X 应该是 {rows} 行、每行 {columns} 个数，行之间用分号，数之间用逗号；"
            "“{name}”不是这样，下面仍是文中的矩阵。"
        ),
        "say_fault_by": "地址里的 by 只能是 {ways}，不是“{name}”；取法没有变。",
        "say_moved_none": "和文中的矩阵比，结果里没有一行变动。",
        "say_moved_one": "和文中的矩阵比，结果里只有{rows}变了。",
        "say_moved_more": "和文中的矩阵比，结果里变了的有：{rows}。",
        "say_token": "“{token}”",
        "say_between": "",
    },
    "en": {
        "cells_by": "Mean and standard deviation of",
        "cells_token": "the features of one token",
        "cells_token_norm": "LayerNorm",
        "cells_feature": "one feature over all tokens",
        "cells_feature_norm": "BatchNorm in training",
        "cells_sentence": "all numbers of the sentence",
        "cells_sentence_norm": "",
        "cells_row": "Token",
        "cells_first": "First",
        "cells_second": "Second",
        "cells_third": "Third",
        "cells_fourth": "Fourth",
        "cells_given": "The matrix",
        "cells_answer": "Normalized",
        "cells_where": "{row}, {column} feature:",
        "cells_article": "The article’s matrix",
        "cells_other": "吃 (eat) becomes {row}",
        "cells_pool": "The {n} lit numbers go together: mean {mean}, standard deviation {std}.",
        "cells_eps": "The mean is subtracted, the rest divided by {root}, where {eps}.",
        "say_fault_empty": "this cell is empty; write a number",
        "say_fault_shape": (
            "The address should give X as {rows} rows of {columns} numbers, semicolons between rows"
            " and commas between numbers, not as “{name}.” Below is the article’s matrix."
        ),
        "say_fault_by": (
            "by= in the address should be one of {ways}, not “{name}.” The page keeps its choice."
        ),
        "say_moved_none": "Compared with the article’s matrix, no row of the answer moved.",
        "say_moved_one": "Compared with the article’s matrix, only {rows} moved.",
        "say_moved_more": "Moved, compared with the article’s matrix: {rows}.",
        "say_token": "{token}",
        "say_between": ", ",
    },
}
